import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The headers of our server: the page must work under them, not only without. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "media-src 'self' blob:",
].join('; ');

/**
 * A static host for one test file. `folders`: address prefix → folder, or → {path: content} for made-up files, whose pieces can
 * be had, except of those below `/whole/`. `sent`: by path, how many bytes of them were sent, and in how many answers.
 */
export async function serve(folders) {
  const sent = {};
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    // Browsers ask for it on every page that names no icon.
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    const prefix = Object.keys(folders)
      .filter((key) => path.startsWith(key))
      .sort((a, b) => b.length - a.length)[0];
    const rest = prefix && path.slice(prefix.length);
    const source = prefix && folders[prefix];
    const headers = (name) => ({
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
    });
    if (source && typeof source === 'object') {
      if (!(rest in source)) return void response.writeHead(404).end();
      const content = Buffer.from(source[rest]);
      const range = prefix === '/whole/' ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      const [from, to] = range ? [Number(range[1]), Math.min(content.length, Number(range[2]) + 1)] : [0, content.length];
      const piece = content.subarray(from, to);
      sent[path] = { bytes: (sent[path]?.bytes ?? 0) + piece.length, answers: (sent[path]?.answers ?? 0) + 1 };
      const of = range ? { 'content-range': `bytes ${from}-${to - 1}/${content.length}` } : {};
      return void response.writeHead(range ? 206 : 200, { ...headers(rest), ...of }).end(piece);
    }
    const file = source && join(source, rest === '' ? 'index.html' : rest);
    const found = file && (await stat(file).catch(() => null));
    if (!found?.isFile()) return void response.writeHead(404).end();
    response.writeHead(200, headers(file));
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    sent,
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
