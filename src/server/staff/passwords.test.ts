import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MOST_OF_ONE, MOST_PUBLIC, type PasswordThread, takePublicTurn, takeTurn } from './passwords.ts';

const GOOD = 'seven boats on the river';
const inTurn = <T>(run: (thread: PasswordThread) => Promise<T>) => takeTurn('a test', run);
const hash = (password: string) => inTurn((thread) => thread.hash(password));
const check = (password: string, written: string | null) =>
  inTurn((thread) => thread.check(password, written));

describe('a password', () => {
  it('is stored as a salted hash of argon2id with its parameters', async () => {
    const [one, two] = [await hash(GOOD), await hash(GOOD)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    for (const written of [one, two])
      expect(await check(GOOD, written)).toEqual({ isRight: true, isOld: false });
    expect(await check('x', one)).toEqual({ isRight: false, isOld: false });
    // Composed and decomposed letters look the same to the person who types them.
    expect(await check('se\u0303n\u0303or', await hash('s\u1EBD\u00F1or'))).toMatchObject({ isRight: true });
    expect(await check('', null)).toEqual({ isRight: false, isOld: false });
  });

  it('with an older kind of hash is accepted, and marked to be hashed again', async () => {
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync(GOOD, salt, 32, { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 });
    const old = `scrypt$16384$8$5$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await check(GOOD, old)).toEqual({ isRight: true, isOld: true });
    expect(await check('x', old)).toMatchObject({ isRight: false });
  });

  const faultOf = (password: string, name = 'anabella@example.com') =>
    inTurn((thread) => thread.findFault(password, name));

  it.each([
    ...['eleven sign', '\u{fdfa}', 'aaaaaaaaaaaaaaaa', 'anabella rules the sea', 'a b c d e f '.repeat(20)],
    // From public lists: doubled, with a year, reversed, with letters replaced.
    ...[
      'passwordpassword',
      'PasswordPassword1',
      'Passw0rd!Passw0rd!',
      'drowssapdrowssap',
      'password-password',
    ],
    ...[
      'iloveyouiloveyou',
      'letmein letmein',
      'superman batman',
      'correct password',
      'Summer2024!',
      'football 1990',
    ],
    ...[
      'trustno1trustno1',
      'adminadminadmin',
      'changemechangeme',
      'welcome12345',
      'mahalkita123',
      'dragonmonkey12',
    ],
    // Neighbouring keys, and sequences.
    ...[
      'qwertyuiopasdfgh',
      '1qaz2wsx3edc',
      "asdfghjkl;'as",
      '1234567890123',
      'abcdefghijklm',
      'zaq12wsxcde3',
    ],
    // A few repeated characters; the name of their workplace.
    ...['aB3$aB3$aB3$', '111122223333', 'abcabcabcabcd', 'capizcapiz12', 'example example'],
  ])('is refused if it is %j', async (password) => {
    expect(await faultOf(password)).toMatch(/password/);
  });

  it.each([GOOD, 'nine boats on a lake', 'blue kettle summit', 'kX9#mP2$vL7q', 'ang bahay kubo kahit munti'])(
    'is accepted if it is %j',
    async (password) => expect(await faultOf(password)).toBeUndefined(),
  );
});

describe('queued passwords', () => {
  it('are checked one after the other; only attempts from public networks are refused if too many wait', async () => {
    let most = 0;
    let now = 0;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const look = async () => {
      now += 1;
      most = Math.max(most, now);
      await held;
      now -= 1;
    };
    const begin = (network: string) => takePublicTurn(network, look);
    const first = begin('somebody');
    const tries = Array.from({ length: MOST_OF_ONE }, () => begin('one'));
    await expect(begin('one')).rejects.toMatchObject({ code: 'delayed' });
    // Another network has its own part of the queue.
    for (let at = 0; at < MOST_PUBLIC - MOST_OF_ONE; at += 1) tries.push(begin(`other ${at}`));
    await expect(begin('another')).rejects.toMatchObject({ code: 'delayed' });
    for (let at = 0; at < 500; at += 1) tries.push(takeTurn('name ana', look));
    release();
    await Promise.all([first, ...tries]);
    expect([most, now]).toEqual([1, 0]);
    expect(await takePublicTurn('one', () => Promise.resolve('free'))).toBe('free');
  });

  it('are checked also after a failed check', async () => {
    await expect(takeTurn('one', () => Promise.reject(new Error('no database')))).rejects.toThrow('database');
    // A text that is not a hash matches no password.
    await expect(check(GOOD, 'broken')).rejects.toThrow('failed');
    expect(await check(GOOD, await hash(GOOD))).toMatchObject({ isRight: true });
  });
});
