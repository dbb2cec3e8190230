/**
 * Hashes and looks at passwords, one at a time, in a thread of its own: on the main thread it would hold up borrowers,
 * and in the pool of libuv it would hold up the DNS and the files that their calls need.
 */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import argon2 from '@node-rs/argon2';

const require = createRequire(import.meta.url);

/** What OWASP asks of argon2id at 19 MiB; about 40 ms of one core. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const WRITTEN = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
/** Of before: checked, and written anew when it was right. */
const OLD = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;
/** So many signs say how good a password is; more would only take longer. */
const MOST_JUDGED = 100;
/** Fewer guesses than this find it soon: by lists, names, keyboards and repetition, as crackers go through them. */
const LEAST_GUESSES = 1e10;

const nobody = argon2.hashSync(randomBytes(16), COST);
let judge;

const tasks = {
  hash: ({ password }) => argon2.hashSync(password, COST),
  check({ password, written }) {
    const [, N, r, p, salt = '', key = ''] = OLD.exec(written ?? '') ?? [];
    if (N !== undefined) {
      const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * Number(N) * Number(r) };
      const given = scryptSync(password, Buffer.from(salt, 'base64url'), 32, cost);
      return { isRight: timingSafeEqual(given, Buffer.from(key, 'base64url')), isOld: true };
    }
    // As long for somebody who is not there, or has no password: nobody learns by waiting who works here.
    const isRight = argon2.verifySync(written ?? nobody, password) && written !== null;
    return { isRight, isOld: isRight && !written.startsWith(WRITTEN) };
  },
  isGuessable({ password, words }) {
    judge ??= makeJudge();
    const text = password.slice(0, MOST_JUDGED);
    // Signs between the words of a list are tried as soon as the words.
    const joined = text.replace(/[^\p{L}\p{N}]+/gu, '');
    return [text, joined].some((one) => judge.check(one, words).guesses < LEAST_GUESSES);
  },
};

/** Loaded when a password is judged first: its lists take some 50 MB while this thread lives. */
function makeJudge() {
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core');
  const { dictionary, adjacencyGraphs } = require('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

parentPort.on('message', ({ task, given }) => {
  try {
    parentPort.postMessage({ value: tasks[task](given) });
  } catch {
    // What went wrong may quote a password.
    parentPort.postMessage({});
  }
});
