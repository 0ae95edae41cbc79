/** The page that plays: `/player` on our server, a plain file on a static host. */
export function playerLink(query: Record<string, string>, served: boolean): string {
  const text = new URLSearchParams(query).toString().replace(/(^|&)sample=(?=&|$)/, '$1sample');
  return `${served ? 'player' : 'player.html'}?${text}`;
}
