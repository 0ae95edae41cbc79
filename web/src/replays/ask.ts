/** The answer of the server that this page came from, if it is a good one. `address` is relative to the page. */
export async function fetched(address: string): Promise<Response | null> {
  const response = await fetch(new URL(address, document.baseURI)).catch(() => null);
  return response?.ok ? response : null;
}

/** The same as an object, if it has the member that identifies it: a static host may answer every address with a page. */
export async function answerOf<T>(address: string, member: keyof T): Promise<T | null> {
  const response = await fetched(address);
  const body: unknown = await response?.json().catch(() => null);
  return typeof body === 'object' && body !== null && member in body ? (body as T) : null;
}
