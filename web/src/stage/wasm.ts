/** Modules of numbers that scenes ask for each picture, each fetched once a page. */
const fetched = new Map<string, Promise<WebAssembly.Module>>();

/** The module of that name beside the decoders, compiled. */
export function compiled(name: string): Promise<WebAssembly.Module> {
  const before = fetched.get(name);
  if (before) return before;
  const module = fetchModule(name).catch((error) => {
    fetched.delete(name);
    throw error;
  });
  fetched.set(name, module);
  return module;
}

async function fetchModule(name: string): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(`decoders/${name}.wasm`, document.baseURI));
  if (!response.ok) throw new Error(`The module ${name} could not be fetched (${response.status}).`);
  return WebAssembly.compile(await response.arrayBuffer());
}
