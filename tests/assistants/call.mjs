/**
 * Calls one tool of `capiz mcp` from a shell: `node tests/assistants/call.mjs <folder> <tool> '<arguments as JSON>'`.
 * All calls on a folder share one session, which a process in the background holds until `--stop`. Each call is a line
 * of `<folder>/.capiz-calls.jsonl`. `--tools` prints the tools, `--count` the number of calls. A JSON of `-` is read
 * from standard input.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(import.meta.url);
const root = resolve(own, '../../..');
const LOG = '.capiz-calls.jsonl';

/** The socket of a folder's session. A path in the folder may be longer than a socket's path may be. */
function socketOf(folder) {
  return join(tmpdir(), `capiz-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.sock`);
}

/** Holds the session: one JSON request for each connection, one JSON response. */
async function hold(folder) {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client({ name: 'call.mjs', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'bin/capiz.mjs'), 'mcp', '--root', folder],
      env: process.env,
      stderr: 'inherit',
    }),
  );
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let text = '';
    connection.setEncoding('utf8');
    connection.on('data', (chunk) => (text += chunk));
    connection.on('end', async () => {
      const { tool, given } = JSON.parse(text);
      if (tool === '--stop') {
        connection.end('{}');
        server.close();
        await client.close();
        process.exit(0);
      }
      const began = performance.now();
      const answer = await (tool === '--tools'
        ? client.listTools()
        : client.callTool({ name: tool, arguments: given }, { timeout: 300_000 })
      ).catch((error) => ({ isError: true, content: [{ type: 'text', text: error.message }] }));
      const refused = answer.structuredContent?.refused?.code;
      const line = { at: new Date().toISOString(), tool, given, isError: answer.isError === true, refused };
      if (tool !== '--tools')
        appendFileSync(
          join(folder, LOG),
          `${JSON.stringify({ ...line, ms: Math.round(performance.now() - began), characters: JSON.stringify(answer.content).length })}\n`,
        );
      connection.end(JSON.stringify(answer));
    });
  });
  const socket = socketOf(folder);
  rmSync(socket, { force: true });
  server.listen(socket);
}

function ask(folder, message) {
  return new Promise((done, fail) => {
    let text = '';
    const connection = connect({ path: socketOf(folder), allowHalfOpen: true });
    connection.setEncoding('utf8');
    connection.on('connect', () => connection.end(JSON.stringify(message)));
    connection.on('data', (chunk) => (text += chunk));
    connection.on('end', () => done(JSON.parse(text)));
    connection.on('error', fail);
  });
}

/** Asks the running session, or starts one. */
async function askSession(folder, message) {
  try {
    return await ask(folder, message);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED') throw error;
    if (message.tool === '--stop') return {};
  }
  spawn(process.execPath, [own, '--hold', folder], { detached: true, stdio: 'ignore' }).unref();
  for (let tries = 0; tries < 600; tries += 1) {
    await new Promise((done) => setTimeout(done, 100));
    try {
      return await ask(folder, message);
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED') throw error;
    }
  }
  throw new Error('The session did not start.');
}

/** Prints texts; an image becomes a file beside the log. */
function print(answer, folder) {
  if (answer.tools !== undefined) {
    for (const { name, description, inputSchema } of answer.tools)
      console.log(`${name}: ${description}\n  ${JSON.stringify(inputSchema)}`);
    return;
  }
  for (const [at, part] of (answer.content ?? []).entries()) {
    const file = join(resolve(folder), `.capiz-image-${at}.png`);
    if (part.type === 'image') writeFileSync(file, Buffer.from(part.data, 'base64'));
    console.log(part.type === 'text' ? part.text : `(image: ${file})`);
  }
  if (answer.isError === true) process.exitCode = 1;
}

const [first = '', second, third = '{}'] = process.argv.slice(2);
if (first === '--hold') await hold(resolve(second));
else if (second === undefined) {
  console.error(
    "node tests/assistants/call.mjs <folder> <tool> '<arguments as JSON>' | --tools | --count | --stop",
  );
  process.exitCode = 2;
} else if (second === '--count') {
  const log = join(resolve(first), LOG);
  console.log(existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0);
} else {
  const given = JSON.parse(third === '-' ? readFileSync(0, 'utf8') : third);
  print(await askSession(resolve(first), { tool: second, given }), first);
}
