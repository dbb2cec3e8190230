import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { findFreePorts } from '#tests/free-ports.ts';
import { findNginx } from '#tests/nginx.mjs';

/*
 * Borrowers and payments behind an nginx with the simplest setup of its manual: an upstream with some servers, and nothing else.
 * After a failed request nginx marks the server as down, tries the next one, and uses the first again ten seconds
 * later. It does not send a payment to a second server.
 */
const PAY = '/v3/loan-details/generate-vcode';
const EVERY_MS = 50;

/** Gets what has to be stopped at the end. */
export type Ends = (() => void)[];

/** A loan service without keys: each payment that arrives has an effect. */
export async function startLoans(ends: Ends): Promise<{ address: string; effects: Map<string, number> }> {
  const effects = new Map<string, number>();
  const server = createServer((asked, answer) => {
    const key = String(asked.headers['idempotency-key']);
    asked.resume();
    asked.on('end', () => {
      effects.set(key, (effects.get(key) ?? 0) + 1);
      answer.setHeader('Content-Type', 'application/json');
      answer.end('{"success":true,"data":{}}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, effects };
}

/** @param folder - For the files of nginx. @returns the address of nginx. */
export async function startNginx(folder: string, ports: readonly number[], ends: Ends): Promise<string> {
  const port = await findFreePorts();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const text = `
    daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      upstream capiz { ${ports.map((one) => `server 127.0.0.1:${one};`).join(' ')} }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://capiz; } }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), text);
  const child = spawn(findNginx(), ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  ends.push(() => void child.kill('SIGTERM'));
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${origin}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200);
  return origin;
}

export interface Traffic {
  /** Ends the traffic. @returns the number of requests, and how many had each status; 0 is no answer. */
  stop(): Promise<{ readonly number: number; readonly statuses: { readonly [status: string]: number } }>;
}

/** Requests a page and sends a payment by turns, 20 requests a second. */
export function startTraffic(origin: string, ends: Ends): Traffic {
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const asking: Promise<void>[] = [];
  let number = 0;
  const ask = (): void => {
    number += 1;
    const how =
      number % 2 === 0
        ? fetch(`${origin}/order`)
        : fetch(origin + PAY, {
            method: 'POST',
            headers: { swift: 's', eyes: 'e', 'Idempotency-Key': `payment-${number}` },
            body: new URLSearchParams({ orderId: String(number) }),
          });
    asking.push(
      how.then(
        async (answer) => {
          await answer.text();
          count(answer.status);
        },
        () => void count(0),
      ),
    );
  };
  const traffic = setInterval(ask, EVERY_MS);
  ends.push(() => clearInterval(traffic));
  return {
    async stop() {
      await wait(1_000);
      clearInterval(traffic);
      await Promise.all(asking);
      return { number, statuses: Object.fromEntries(statuses) };
    },
  };
}

/** Every payment of the traffic had one effect. */
export function expectOneEffectEach(effects: ReadonlyMap<string, number>, number: number): void {
  expect([...effects.values()].filter((times) => times !== 1)).toEqual([]);
  expect(effects.size).toBe(Math.ceil(number / 2));
}
