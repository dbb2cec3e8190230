import { afterEach, expect, it, vi } from 'vitest';
import { addComment } from '../drafting/comments.ts';
import { beAt } from '../drafting/presence.ts';
import { openDraft, saveDraft } from '../registry/drafts.ts';
import { onBothEngines } from '../registry/testing.ts';
import { disableStaff, renewAccess } from './accounts.ts';
import { createLiveChannel } from './live-channel.ts';
import { changePassword, endSession, openSession, takeLink } from './sessions.ts';
import { givenStaff } from './testing.ts';

afterEach(() => {
  vi.useRealTimers();
});

const HOUR_MS = 60 * 60_000;
const ENDED = 'event: ended';

/** The events of a page, until the last one. */
function hear(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let heard = '';
  return {
    async until(text: string | RegExp): Promise<string> {
      while (typeof text === 'string' ? !heard.includes(text) : !text.test(heard)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended after ${JSON.stringify(heard)}`);
        heard += decoder.decode(value);
      }
      const all = heard;
      heard = '';
      return all;
    },
    async last(): Promise<string> {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return heard;
        heard += decoder.decode(value);
      }
    },
    leave: () => reader.cancel(),
  };
}

onBothEngines('an open page', ({ database, openAgain }) => {
  /** A page on another server than the one that makes changes; that server never polls. */
  async function given(names: readonly string[] = ['ana']) {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const other = await openAgain();
    let now = 1_000;
    const ending = new AbortController();
    const channel = createLiveChannel({ database: other, now: () => now, ending: ending.signal });
    const sessions: string[] = [];
    for (const name of names) {
      await givenStaff(database(), name);
      sessions.push(await openSession(database(), { name, by: 'password', at: now }));
    }
    const pass = (ms: number) => {
      now += ms;
    };
    return {
      channel,
      sessions,
      pass,
      ending,
      look: () => givenStaff(database(), `somebody-${now}`, 'viewer'),
    };
  }

  it('gets an event when its account is disabled, and another page gets none', async () => {
    const { channel, sessions } = await given(['ana', 'ben', 'boss']);
    const [ana, ben] = sessions.map((session) => hear(channel.open(session)));
    await ana?.until(':\n\n');
    await ben?.until(':\n\n');
    await disableStaff(database(), { name: 'ben', actor: 'boss', at: 2 });
    expect(await ben?.last()).toContain(ENDED);
    await expect.poll(() => channel.size).toBe(2);
    await disableStaff(database(), { name: 'ana', actor: 'boss', at: 3 });
    expect(await ana?.last()).toMatch(/^(?::\n\n)+event: ended\ndata: \{\}\n\n$/);
  });

  it.each(['sign-out', 'link', 'password'])('gets an event after a %s elsewhere', async (way) => {
    const { channel, sessions } = await given(['ana']);
    const secret = await renewAccess(database(), { name: 'ana', actor: 'boss', at: 1 });
    const password = 'seven boats on the river';
    const session =
      way === 'password' ? await takeLink(database(), { secret, password, at: 2_000 }) : (sessions[0] ?? '');
    const here = await openSession(database(), { name: 'ana', by: 'password', at: 2_000 });
    const page = hear(channel.open(session));
    await page.until(':\n\n');
    if (way === 'sign-out') await endSession(database(), session, 3_000);
    else if (way === 'link') await takeLink(database(), { secret, password, at: 3_000 });
    else {
      const next = 'nine boats on the river';
      const change = { name: 'ana', secret: here, password, next, endsTokens: false, at: 3_000 };
      await changePassword(database(), change);
    }
    expect(await page.last()).toContain(ENDED);
  });

  it('gets events about who else has its draft open, saves and comments', async () => {
    const { channel, sessions, pass, look } = await given(['ana']);
    const draft = { id: 'words', title: 'Words', actor: 'ana', at: 1 };
    await openDraft(database(), draft);
    await openDraft(database(), { ...draft, id: 'other' });
    const page = hear(channel.open(sessions[0], 'words'));
    await page.until('"revision":0');
    const place = { page: 'p1', path: 'screens/shelf.screen.json', pointer: '/body/0' };
    await beAt(database(), { draft: 'other', page: 'p2', actor: 'ana', at: 1_000 });
    await beAt(database(), { draft: 'words', ...place, actor: 'ana', at: 1_000 });
    await page.until(`"present":[${JSON.stringify({ name: 'ana', ...place })}]`);
    const changes = { 'screens/shelf.screen.json': '{}' };
    await saveDraft(database(), { id: 'words', seen: 0, changes, actor: 'ana', at: 1_000 });
    await page.until('"revision":1');
    const said = { draft: 'words', path: place.path, pointer: '', revision: 1, text: 'Why?' };
    await addComment(database(), { id: 'c', ...said, actor: 'ana', at: 1_000 });
    await page.until(/"comments":"[1-9]/);
    // No entry was renewed for half a minute.
    pass(30_000);
    await look();
    const last = await page.until(/"comments":"[1-9][^]*"present":\[\]/);
    expect(last).not.toContain('other');
    await page.leave();
  });

  it('ends after two idle hours; listening does not extend them', async () => {
    const { channel, sessions, pass, look } = await given();
    const page = hear(channel.open(sessions[0]));
    pass(1.5 * HOUR_MS);
    await look();
    await page.until(':\n\n');
    pass(0.5 * HOUR_MS);
    await look();
    expect(await page.last()).toContain(ENDED);
  });

  it('is ended at once without a session, and is removed when it disconnects', async () => {
    const { channel, sessions, ending } = await given();
    for (const secret of [undefined, 'none', 'a'.repeat(43)])
      expect(await hear(channel.open(secret)).last()).toContain(ENDED);
    const page = hear(channel.open(sessions[0]));
    await page.until(':\n\n');
    await page.leave();
    expect(channel.size).toBe(0);
    // A server that shuts down does not end the session: the page reconnects to the next one.
    const left = hear(channel.open(sessions[0]));
    await left.until(':\n\n');
    ending.abort();
    expect(await left.last()).not.toContain(ENDED);
    expect(await hear(channel.open(sessions[0])).last()).toBe('retry: 1000\n\n');
  });
});
