// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftUpdate } from '#src/shared/registry/draft-update.ts';
import type { Ask } from '../api.ts';
import type { AutosaveView } from '../model/autosave.ts';
import { hearNews, type News } from './news.ts';

const asked: string[] = [];
const followed: number[] = [];
const sources: EventTarget[] = [];
let listeners: (() => void)[] = [];
let view: AutosaveView;
let news: News;
let isHidden = false;

const ask = (async (method: string, path: string, body?: unknown) => {
  asked.push(`${method} ${path.replace(news.page, 'page')} ${JSON.stringify(body) ?? ''}`.trim());
  return {};
}) as Ask;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  view = { saving: 'saved', draft: undefined, met: [] };
  news = hearNews(
    {
      subscribe(listener) {
        listeners.push(listener);
        return () => (listeners = []);
      },
      snapshot: () => view,
      follow: (revision) => followed.push(revision),
    },
    ask,
    {
      open(address) {
        const source = Object.assign(new EventTarget(), { close: () => asked.push('closed'), readyState: 1 });
        asked.push(`open ${address}`);
        sources.push(source);
        return source as unknown as EventSource;
      },
    },
  );
});
afterEach(() => {
  news.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const list of [asked, followed, sources]) list.length = 0;
});

function beginDraft(): void {
  view = { ...view, draft: { id: 'd', title: 'A', revision: 3, state: 'open' } };
  for (const listener of listeners) listener();
}
function hear(more: Partial<DraftUpdate>): void {
  const data = JSON.stringify({ draft: 'd', state: 'open', revision: 3, comments: '', present: [], ...more });
  sources.at(-1)?.dispatchEvent(new MessageEvent('draft', { data }));
}

describe('live updates of a draft', () => {
  it("connect when the draft exists, pass on other people's saves, and publish the selection regularly", () => {
    expect(asked).toEqual([]);
    beginDraft();
    expect(asked).toEqual(['open /capiz/staff/events?draft=d', 'PUT /drafts/d/presence/page {}']);
    hear({ present: [{ name: 'ben', page: 'b' }] });
    expect([news.snapshot()?.present[0]?.name, followed]).toEqual(['ben', []]);
    hear({ revision: 4 });
    expect(followed).toEqual([4]);

    // Quick changes of the selection send only the last one, and it is repeated before it expires.
    for (const at of [0, 1, 2]) news.beAt({ file: 'screens/a.screen.json', pointer: `/body/${at}` });
    vi.advanceTimersByTime(300);
    const last = 'PUT /drafts/d/presence/page {"path":"screens/a.screen.json","pointer":"/body/2"}';
    expect(asked.slice(2)).toEqual([last]);
    vi.advanceTimersByTime(10_000);
    expect(asked.slice(2)).toEqual([last, last]);
  });

  it('disconnect while the page is hidden, and remove its presence', () => {
    beginDraft();
    isHidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(60_000);
    expect(asked.slice(2)).toEqual(['closed', 'DELETE /drafts/d/presence/page']);
    isHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked.slice(4)).toEqual(['open /capiz/staff/events?draft=d', 'PUT /drafts/d/presence/page {}']);
  });

  it('reconnect after a proxy closed the connection, but not after the session has ended', () => {
    beginDraft();
    Object.assign(sources[0] as object, { readyState: 2 });
    sources[0]?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(2_000);
    expect(sources).toHaveLength(2);
    sources[1]?.dispatchEvent(new Event('ended'));
    vi.advanceTimersByTime(5_000);
    expect(sources).toHaveLength(2);
  });
});
