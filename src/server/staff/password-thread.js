/**
 * Hashes and checks passwords, one at a time, in a separate thread. On the main thread it would delay borrowers; in
 * the libuv pool it would delay the DNS and the files that their calls need.
 */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import argon2 from '@node-rs/argon2';

const require = createRequire(import.meta.url);

/** OWASP's parameters for argon2id with 19 MiB; about 40 ms on one core. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const WRITTEN = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
/** The format of older hashes. They are still checked, and replaced after a right password. */
const OLD = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;
/** Only this many characters are checked; more would only take longer. */
const MOST_JUDGED = 100;
/**
 * A password that needs fewer guesses is too weak. Guesses use lists, names, keyboards and repetition, as crackers
 * do.
 */
const LEAST_GUESSES = 1e10;

const nobody = argon2.hashSync(randomBytes(16), COST);
let estimator;

const tasks = {
  hash: ({ password }) => argon2.hashSync(password, COST),
  check({ password, written }) {
    const [, N, r, p, salt = '', key = ''] = OLD.exec(written ?? '') ?? [];
    if (N !== undefined) {
      const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * Number(N) * Number(r) };
      const given = scryptSync(password, Buffer.from(salt, 'base64url'), 32, cost);
      return { isRight: timingSafeEqual(given, Buffer.from(key, 'base64url')), isOld: true };
    }
    // Takes the same time for an unknown account or one without a password, so that the time does not show who has
    // one.
    const isRight = argon2.verifySync(written ?? nobody, password) && written !== null;
    return { isRight, isOld: isRight && !written.startsWith(WRITTEN) };
  },
  isGuessable({ password, words }) {
    estimator ??= makeEstimator();
    const text = password.slice(0, MOST_JUDGED);
    // Crackers try words with signs between them as early as the words alone.
    const joined = text.replace(/[^\p{L}\p{N}]+/gu, '');
    return [text, joined].some((one) => estimator.check(one, words).guesses < LEAST_GUESSES);
  },
};

/** Loaded at the first password check: its lists take about 50 MB while this thread lives. */
function makeEstimator() {
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core');
  const { dictionary, adjacencyGraphs } = require('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

parentPort.on('message', ({ task, given }) => {
  try {
    parentPort.postMessage({ value: tasks[task](given) });
  } catch {
    // The error may contain a password.
    parentPort.postMessage({});
  }
});
