/** The library that the reader came from; null if it was another page. */
function libraryBefore(): URL | null {
  if (!document.referrer) return null;
  const [from, home] = [new URL(document.referrer), new URL('./', document.baseURI)];
  const isLibrary = from.origin === home.origin && [home.pathname, `${home.pathname}index.html`].includes(from.pathname);
  return isLibrary ? from : null;
}

const library = libraryBefore();

/** The library as the reader left it, with its search and its filters. */
export const libraryAddress = library ? library.href : './';

/** Goes back rather than to the library anew, which so is at the place where the reader left it. */
export function goBack(event: MouseEvent): void {
  const opensAnother = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!library || history.length < 2 || opensAnother) return;
  event.preventDefault();
  history.back();
}
