/** A minimal Node server with fixed answers by path, sent after some ms: `node bare-server.mjs <file> [ms]`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const afterMs = Number(process.argv[3] ?? 0);
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.argv[2], 'utf8'))).map(([path, { headers, body }]) => [
    path,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
);

function send(request, response) {
  const answer = answers.get(request.url);
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(200, answer.headers).end(answer.body);
}

const server = createServer((request, response) => {
  if (afterMs > 0) setTimeout(send, afterMs, request, response);
  else send(request, response);
});
server.listen(0, '127.0.0.1', () => console.log(`listens at http://127.0.0.1:${server.address().port}`));
