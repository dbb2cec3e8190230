// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screenWithText, smallProject } from '#src/server/registry/testing.ts';
import { Refused } from './api.ts';
import { openStudio } from './boot.tsx';
import { memoryKey } from './model/remembered.ts';
import { type Ask, openTestRegistry, type TestRegistry } from './testing.ts';
// The editor is lazy; the tests do not wait for it.
import './releases/releases.tsx';
import './together/conflict.tsx';

const REHEARSAL = {
  scenarios: { plain: { name: 'plain', title: 'Plain', opens: ['shelf'], behaviour: {} } },
  ...{ screens: {}, sets: {}, places: '', service: {} },
};
const API = '/capiz/api/v1';

// jsdom has no workers and no layout.
vi.mock('./guard/lint-beside.ts', () => ({ lintBeside: () => Promise.resolve([]) }));
Element.prototype.scrollIntoView = vi.fn<() => void>();
window.scrollTo = vi.fn<() => void>();
/** An observer of sizes, or of what is near the window. */
class NoLayout {
  observe(): void {}
  disconnect(): void {}
}
// jsdom has no EventSource.
class NoEvents {
  addEventListener(): void {}
  close(): void {}
}

let registry: TestRegistry;
let ana: Ask;
let live: string;
let root: Root;
/** Paths that the studio requested from the server. */
let asked: string[];
/** Response of the server; rejects if the server is unreachable. */
let answer: (path: string, init?: RequestInit) => Promise<Response>;
const report = vi.fn<typeof reportError>();

beforeEach(async () => {
  let now = Date.parse('2026-03-06T09:00:00+08:00');
  registry = await openTestRegistry(() => (now += 1_000));
  ana = await registry.askAs('ana');
  live = await registry.goLive(ana, smallProject(screenWithText('One.')));
  asked = [];
  answer = (path, init) =>
    path === '/studio/rehearsal.json' ? Promise.resolve(Response.json(REHEARSAL)) : askRegistry(path, init);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(path);
    return answer(path, init);
  });
  vi.stubGlobal('reportError', report);
  vi.stubGlobal('ResizeObserver', NoLayout);
  vi.stubGlobal('IntersectionObserver', NoLayout);
  vi.stubGlobal('EventSource', NoEvents);
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  act(() => root.unmount());
  cleanup();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  localStorage.clear();
  report.mockReset();
  vi.unstubAllGlobals();
  // Wait for pending requests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  await registry.database.close();
});

async function askRegistry(path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  try {
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    return Response.json(await ana(method as 'GET', path.slice(API.length), sent));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return Response.json({ error: { code: error.code, message: error.message } }, { status: 400 });
  }
}

/** @param draft - The last draft of the person. */
async function open(path: string, draft = ''): Promise<void> {
  window.history.replaceState(null, '', path);
  const meta = { name: 'ana', role: 'admin', release: live, draft };
  document.head.innerHTML = Object.entries(meta)
    .map(([name, content]) => `<meta name="capiz-${name}" content="${content}">`)
    .join('');
  await act(() => openStudio(root));
}

const here = (): string => window.location.pathname + window.location.search;

const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });

/** Opens a waiting release and types the reason for publishing it. */
async function typeReason(): Promise<{ readonly release: string; readonly reason: HTMLInputElement }> {
  const files = [...smallProject(screenWithText('Two.'))].map(([path, bytes]) => [
    path,
    bytes.toString('base64'),
  ]);
  const body = { files: Object.fromEntries(files), reason: 'Another shelf' };
  const { hash } = await ana<{ hash: string }>('POST', '/releases', body);
  await open(`/studio/releases/${hash}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  const reason = screen.getByLabelText<HTMLInputElement>('Reason');
  fireEvent.change(reason, { target: { value: 'Checked by two people' } });
  return { release: hash, reason };
}

/** Delays the response of one operation until the returned function is called. */
function holdBack(end: string): () => void {
  const answerAtOnce = answer;
  let letGo = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  answer = async (path, init) => {
    const reply = await answerAtOnce(path, init);
    if (path.endsWith(end)) await isHeld;
    return reply;
  };
  return () => letGo();
}

/** Confirms the publishing; the returned function lets the response arrive. */
function publishSlowly(): () => Promise<void> {
  const letGo = holdBack('/publish');
  fireEvent.click(screen.getByRole('button', { name: /^Give everybody “/ }));
  return async () => {
    const { length } = asked;
    letGo();
    // After publishing, the studio reads again what waits, in every view.
    await waitFor(() =>
      expect(asked.slice(length).some((path) => path.endsWith('/home/waiting'))).toBe(true),
    );
  };
}

describe('a studio that cannot be opened', () => {
  const failures: readonly (readonly [what: string, answer: typeof answer, words: string])[] = [
    [
      'the server is unreachable',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'The server cannot be reached.',
    ],
    [
      'the fixtures fail',
      (path, init) =>
        path.startsWith(API) ? askRegistry(path, init) : Promise.resolve(new Response('', { status: 502 })),
      'The server failed.',
    ],
    [
      'the fixtures are no JSON',
      (path, init) =>
        path.startsWith(API) ? askRegistry(path, init) : Promise.resolve(new Response('<html>')),
      'The server failed.',
    ],
  ];
  it.each(failures)('shows a message if %s', async (_, fail, words) => {
    answer = fail;
    await open('/studio/new/screens').catch(() => undefined);
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getByRole('heading', { name: 'The studio could not be opened' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(report).not.toHaveBeenCalled();
  });

  it('reports an error of the page, and does not blame the server', async () => {
    answer = (path, init) =>
      path.startsWith(API)
        ? askRegistry(path, init)
        : Promise.resolve(Response.json({ ...REHEARSAL, places: 'one line' }));
    await open('/studio/new/screens').catch(() => undefined);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This page failed\./);
    expect(report).toHaveBeenCalledOnce();
  });

  it('shows the refusal of the server, and requests the draft by the whole id in the address', async () => {
    await open('/studio/a%2Fb%3Fc/screens');
    expect((await screen.findByRole('alert')).textContent).not.toContain('cannot be reached');
    expect(asked).toContain(`${API}/drafts/a%2Fb%3Fc`);
    expect(report).not.toHaveBeenCalled();
  });
});

describe('unsaved edits of a draft that does not exist yet', () => {
  it.each([
    ['/studio?language=es', '/studio?language=es&draft=new'],
    ['/studio/releases/0a1b?against=2c3d', '/studio/releases/0a1b?against=2c3d&draft=new'],
    ['/studio/review', '/studio/review?draft=new'],
    ['/studio/texts?screen=shelf', '/studio/texts?screen=shelf&draft=new'],
  ])('are opened from %s by a redirect to %s', async (path, address) => {
    const kept = { version: 1, done: [], undone: [], texts: {}, kept: { 'a.json': '{}' }, sent: {} };
    localStorage.setItem(memoryKey('ana', undefined), JSON.stringify(kept));
    const replace = vi.fn<(to: string) => void>();
    vi.stubGlobal('location', { href: `http://own.test${path}`, replace });
    await open(path, 'd1');
    expect(replace).toHaveBeenCalledExactlyOnceWith(address);
  });
});

describe('an open release', () => {
  it('keeps the typed reason when the person opens the JSON or presses a digit', async () => {
    const { release, reason } = await typeReason();
    const before = here();
    press('j', { ctrlKey: true });
    expect(here()).toBe(`${before}&pane=json`);
    press('1');
    expect(here()).toBe(`${before}&pane=json`);
    expect(window.location.pathname).toBe(`/studio/releases/${release}`);
    expect(reason.isConnected && reason.value).toBe('Checked by two people');
  });

  it('closes after it is published, and later changes of the address stay', async () => {
    await typeReason();
    const end = publishSlowly();
    press('j', { ctrlKey: true });
    await end();
    await screen.findByRole('heading', { name: /^Live: “/ });
    expect(window.location.pathname).toBe('/studio/releases');
    expect(new URLSearchParams(window.location.search).get('pane')).toBe('json');
  });

  it('does not navigate if it is published after the person has left', async () => {
    await typeReason();
    const end = publishSlowly();
    fireEvent.click(screen.getByRole('link', { name: 'Texts' }));
    const elsewhere = here();
    await end();
    expect(elsewhere).toMatch(/^\/studio\/texts/);
    expect(here()).toBe(elsewhere);
  });

  it('closes with the back button', async () => {
    await typeReason();
    fireEvent.click(screen.getByRole('button', { name: 'Back to the releases' }));
    expect(window.location.pathname).toBe('/studio/releases');
  });
});

describe('a choice between both versions of a document', () => {
  /** Chooses the draft's version of a document that another release changed; the returned function lets the response arrive. */
  async function chooseSlowly(): Promise<() => Promise<void>> {
    const { id } = await ana<{ id: string }>('POST', '/drafts', { title: 'Another shelf' });
    const path = 'screens/shelf.screen.json';
    const text = smallProject(screenWithText('Mine.')).get(path)?.toString() ?? '';
    await ana('PUT', `/drafts/${id}/files`, { seen: 0, changes: { [path]: { text } } });
    await registry.goLive(ana, smallProject(screenWithText('Live.')));
    await open(`/studio/conflict?draft=${id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'All of mine' }));
    const letGo = holdBack('/files');
    const before = asked.length;
    fireEvent.click(screen.getByRole('button', { name: 'Save what is chosen' }));
    await waitFor(() => expect(asked.slice(before).some((path) => path.endsWith('/files'))).toBe(true));
    return async () => {
      letGo();
      await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    };
  }
  const reload = vi.fn<() => void>();
  beforeEach(() => {
    const { location } = window;
    // jsdom cannot reload.
    const get = (_: object, name: string): unknown =>
      name === 'reload' ? reload : Reflect.get(location, name);
    vi.stubGlobal('location', new Proxy({}, { get }));
  });
  afterEach(() => reload.mockReset());

  it('returns to the screens after it is saved', async () => {
    const end = await chooseSlowly();
    await end();
    expect(window.location.pathname).toMatch(/^\/studio\/[^/]+\/screens/);
  });

  it('does not navigate if it is saved after the person has left', async () => {
    const end = await chooseSlowly();
    fireEvent.click(screen.getByRole('link', { name: 'Texts' }));
    const elsewhere = here();
    await end();
    expect(elsewhere).toMatch(/^\/studio\/texts/);
    expect(here()).toBe(elsewhere);
  });
});

describe('the history of the browser', () => {
  it('gets one entry for an address that is opened twice, by a key or a link', async () => {
    await open('/studio/new/screens/shelf');
    press('1');
    const { length } = window.history;
    press('1');
    expect(window.history.length).toBe(length);
    const link = screen.getByRole('link', { name: /Review/ });
    fireEvent.click(link);
    expect(window.history.length).toBe(length + 1);
    window.history.replaceState(null, '', '/studio/map?draft=new&screen=shelf');
    fireEvent.click(await screen.findByRole('link', { name: 'Map' }));
    expect(window.history.length).toBe(length + 1);
  });
});
