import type { Page } from '@playwright/test';
import type { Fault } from './fault-proxy.ts';
import { untilKept } from './kept.ts';
import { expect, type Visit } from './visit.ts';

/* Check 7: faults of a server's responses, and of the data stored on a device. */

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const send =
  (status: number, body: (text: string) => string): Fault =>
  (reply, { text }) =>
    void reply.writeHead(status, HTML).end(body(text));

/** Damages a word in the worker's cache. */
async function spoilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const cache = await caches.open('capiz-kept');
    const good = await cache.match('/capiz/kept/good');
    const text = (await good?.text()) ?? '';
    await cache.put(
      '/capiz/kept/good',
      new Response(text.replace('html', 'htm1'), { headers: good?.headers ?? {} }),
    );
  });
}

export interface Case {
  readonly happen?: Fault | 'refuse' | 'hang';
  readonly isOffline?: true;
  readonly spoil?: (page: Page) => Promise<void>;
  /** The release that the page renders; default: the last good one. Null: the server's. */
  readonly from?: 'bundled' | null;
}

const ANSWERS: { readonly [title: string]: Case } = {
  'a connection that is refused': { happen: 'refuse' },
  'an answer that hangs': { happen: 'hang' },
  'a 403': { happen: send(403, () => '<html><body>Forbidden</body></html>') },
  'a 500': { happen: send(500, () => '<html><body>Internal server error</body></html>') },
  'an empty 200': { happen: send(200, () => '') },
  'a page of another server': {
    happen: send(200, () => '<html><body>Sign in to this network</body></html>'),
  },
  'an answer that is cut off': { happen: send(200, (text) => text.slice(0, text.length / 2)) },
};

/** A fault of address documents. */
export const CASES: { readonly [title: string]: Case } = {
  ...ANSWERS,
  'a name that is not found': { isOffline: true },
  'a document that does not name its release': {
    happen: send(200, (text) => text.replace(/"name":"[\w-]{16}",(?="version")/, '')),
  },
  'an older document': { happen: send(200, (text) => text.replace(/"version":\d+/, '"version":7')) },
  'a stored copy that was changed': {
    happen: 'refuse',
    spoil: (page) => spoilKept(page),
    from: 'bundled',
  },
};

/** A plan of an unknown later grammar: inline in a document, and as a separate file. */
const later = send(200, (text) => text.replace(/"grammar":\d+/g, '"grammar":99'));

/** Faults in a correct document's plan, which the page can load from another source. */
export const CASES_OF_PLANS: { readonly [title: string]: Case } = {
  'a first plan of a later grammar': { happen: later, from: null },
};

/** Faults of plans and complete releases, after a correct document. */
export const CASES_BEHIND: { readonly [title: string]: Case } = {
  ...ANSWERS,
  'bytes that differ from their hash': {
    happen: send(200, (text) => text.replace(/[a-z]/, (letter) => letter + letter)),
  },
  'plans of a later grammar': { happen: later },
};

/** The page's storage: blocked by the app, or full. */
export async function breakStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const gone = () => {
      throw new DOMException('Storage is blocked.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: gone, configurable: true });
  });
}

/** Whether a screen is usable within a time. */
export async function isUsable(page: Page, ms: number): Promise<boolean> {
  try {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: ms });
    await expect(page.getByRole('main')).not.toBeEmpty({ timeout: ms });
    return true;
  } catch {
    return false;
  }
}

/** Waits until the worker has stored the release. */
export async function openKept(borrower: Visit, origin: string): Promise<void> {
  await borrower.page.goto(origin + borrower.address('/order'));
  await expect(borrower.page.getByText('Repayment is open')).toBeVisible();
  await untilKept(borrower.page);
}
