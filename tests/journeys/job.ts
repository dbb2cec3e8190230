import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import type { OwnServer } from './own-server.ts';

/* Jobs of product staff, each with the number of presses that docs/start/studio.md states. */

const GUIDE = join(import.meta.dirname, '../../docs/start/studio.md');
/** Maximum number of presses of a step. */
const MOST = 10;

/** What a person does in a step. A click, a key, and a text typed into a field are one press each. */
export class Hand {
  readonly page: Page;
  presses = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses with the mouse or a finger. */
  async click(at: Locator): Promise<void> {
    this.presses += 1;
    await at.click();
  }

  async key(key: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(key);
  }

  /** Types into the focused field; waits until there is one. */
  async type(words: string): Promise<void> {
    this.presses += 1;
    await expect(this.page.locator(':is(input, textarea):focus')).toBeVisible();
    await this.page.keyboard.type(words);
  }

  /** Presses into a field and types. */
  async fill(field: Locator, words: string): Promise<void> {
    this.presses += 2;
    await field.fill(words);
  }

  /** Opens a list and presses an option. */
  async choose(list: Locator, option: string | { readonly label: string }): Promise<void> {
    this.presses += 2;
    await list.selectOption(option);
  }

  /** Presses a button by its name. */
  async press(name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole('button', { name, exact: typeof name === 'string' }).first());
  }

  /** Presses into a text box and types. */
  async write(label: string, words: string): Promise<void> {
    await this.fill(this.page.getByRole('textbox', { name: label, exact: true }), words);
  }

  /** Finds words in all screens, and selects the first node that has them. */
  async find(words: string): Promise<void> {
    await this.key('Control+k');
    await this.type(words);
    await expect(this.page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
    await this.key('Enter');
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }
}

/** A row of the table of jobs in the guide. */
export class Job {
  readonly #name: string;
  readonly #steps: string[] = [];

  /** @param name - The first cell of its row, such as `J1`. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Does a step in a page, and counts its presses. */
  async step(title: string, page: Page, work: (hand: Hand) => Promise<void>): Promise<void> {
    const hand = new Hand(page);
    await work(hand);
    this.#add(title, hand.presses);
  }

  /** Does a step with the keyboard alone. Each key counts, also those that helpers press; typed words are one press. */
  async keys(title: string, page: Page, work: () => Promise<void>): Promise<void> {
    const { keyboard } = page;
    const [press, type] = [keyboard.press.bind(keyboard), keyboard.type.bind(keyboard)];
    let presses = 0;
    keyboard.press = (...given) => {
      presses += 1;
      return press(...given);
    };
    keyboard.type = (...given) => {
      presses += 1;
      return type(...given);
    };
    try {
      await work();
    } finally {
      Object.assign(keyboard, { press, type });
    }
    this.#add(title, presses);
  }

  #add(title: string, presses: number): void {
    expect(presses, `${this.#name}: presses to ${title}`).toBeLessThanOrEqual(MOST);
    this.#steps.push(`${title} ${presses}`);
  }

  /** Compares the steps with the row of the guide. */
  end(): void {
    const rows = readFileSync(GUIDE, 'utf8').split('\n');
    const row = rows.find((one) => one.startsWith(`| ${this.#name} `)) ?? '';
    expect(row.split('|')[3]?.trim(), `the presses of ${this.#name} in docs/start/studio.md`).toBe(
      this.#steps.join(', '),
    );
  }
}

/** Calls the registry's API as the person of a page. */
async function post(page: Page, path: string, body: object): Promise<{ readonly hash: string }> {
  return page.evaluate(
    async ([to, text]) => {
      const csrf = document.querySelector<HTMLMetaElement>('meta[name="capiz-csrf"]')?.content ?? '';
      const headers = { 'X-Capiz-Csrf': csrf, 'Content-Type': 'application/json' };
      const reply = await fetch(`/capiz/api/v1${to}`, { method: 'POST', headers, body: text });
      if (!reply.ok) throw new Error(`${to}: ${await reply.text()}`);
      return (await reply.json()) as { readonly hash: string };
    },
    [path, JSON.stringify(body)] as const,
  );
}

/**
 * Publishes the open draft of a person who may publish, after another person has approved it, through the API: the
 * review has journeys of its own.
 *
 * @param approver - Name of the other person; this function invites them.
 */
export async function publishDraft(
  page: Page,
  browser: Browser,
  own: OwnServer,
  approver: string,
): Promise<void> {
  const draft = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
  let hash = '';
  // On a busy machine the server may time out while it compiles a release; then the person tries again.
  await expect(async () => {
    ({ hash } = await post(page, '/releases', { draft, reason: 'A journey.' }));
  }).toPass({ timeout: 180_000 });
  const other = await (await browser.newContext()).newPage();
  await other.goto(await own.invite(approver, 'approver'));
  await other.locator('input[type=password]').fill('seven boats on the river');
  await other.getByRole('button').last().click();
  await other.waitForURL(/\/studio$/);
  await post(other, `/releases/${hash}/approve`, { reason: 'A journey.' });
  await other.context().close();
  await post(page, `/releases/${hash}/publish`, { reason: 'A journey.' });
}

/** A new borrower's phone. */
export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}
