import type { Locator, Page, Request, Route } from '@playwright/test';
import fc from 'fast-check';
import { endpointsOf, screenOf } from '../property/forms/definition.ts';
import { form, sequenceFor } from '../property/forms/generate.ts';
import { compare, look, readDraft } from '../property/forms/look.ts';
import { Model } from '../property/forms/model.ts';
import { canonical } from '../property/forms/model-fields.ts';
import {
  type Action,
  BOUND,
  type FormSpec,
  type Kind,
  LIST,
  namesOf,
  SECRETS,
  TAKEN,
} from '../property/forms/spec.ts';
import { LONG, SEED } from '../property/settings.ts';
import { serveLibrary } from './library-page.ts';
import { expect, test } from './visit.ts';

/* The property of tests/property/forms in a real browser: with its keys, its storage, its reload. */

const SEQUENCES = LONG ? 1_000 : 15;
const HOUR = 3_600_000;

test.setTimeout(LONG ? 3_600_000 : 180_000);

/** An open call to a service. */
interface Asked {
  readonly question: string;
  readonly route: Route;
  readonly request: Request;
}

/** One form in the page, used by keys and taps. */
class PageWithForm {
  readonly #page: Page;
  readonly #spec: FormSpec;
  readonly #visitor: string;
  readonly #sent: string[] = [];
  readonly #names: readonly string[];
  #sending: Route | undefined;
  #asking: Asked[] = [];
  #reading = 0;
  #later = 0;

  constructor(page: Page, spec: FormSpec, visitor: string) {
    this.#page = page;
    this.#spec = spec;
    this.#visitor = visitor;
    this.#names = namesOf(spec);
  }

  async open(): Promise<void> {
    const page = this.#page;
    await page.unrouteAll();
    await serveLibrary(page, screenOf(this.#spec), endpointsOf(this.#spec), () => Date.now() + this.#later);
    await page.route(/\/api\/fields/, (route) => {
      const replies = this.#spec.supplied?.replies ?? [];
      return route.fulfill({
        json: { success: true, data: { items: replies[this.#reading % replies.length] } },
      });
    });
    await page.route(/\/api\/save/, (route) => {
      this.#sent.push(canonical(route.request().postDataJSON()));
      this.#sending = route;
    });
    await page.route(/\/api\/look/, (route) => {
      const { searchParams } = new URL(route.request().url());
      this.#asking.push({
        question: `${searchParams.get('field')} ${searchParams.get('value')}`,
        route,
        request: route.request(),
      });
    });
    await page.goto(`/shelf?readerId=${this.#visitor}`);
    await this.#stand();
  }

  /** Waits until everything is loaded: a form waits for its supplied fields before it is sent. */
  async #stand(): Promise<void> {
    const last = this.#spec.supplied ? '#supplied:text("supplied")' : '#send';
    await this.#page.locator(last).waitFor({ timeout: 30_000 });
  }

  async do(action: Action, model: Model): Promise<void> {
    const page = this.#page;
    switch (action.do) {
      case 'write': {
        const target = model.target(action);
        if (target) await this.#write(target.name, target.kind, target.value);
        break;
      }
      case 'submit':
        // A double click, also while it is being sent.
        await page.locator('#send').dblclick({ force: true });
        break;
      case 'answer':
        await this.#answer(action, model);
        break;
      case 'reset':
        await page.locator('#anew').click();
        break;
      case 'read again':
        this.#reading += 1;
        if (this.#spec.supplied) await page.locator('#again').click();
        break;
      case 'add':
        await this.#tap(page.locator(`#${LIST} > button`));
        break;
      case 'remove':
        await this.#tap(page.locator('.cz-repeat-remove'), action.row);
        break;
      case 'next':
        await this.#tap(page.locator('[data-way-on]'));
        break;
      case 'back':
        await this.#tap(page.locator('#steps > button:not([data-way-on])'));
        break;
      case 'change':
        await this.#tap(page.locator('.cz-review-change'), action.step);
        break;
      case 'tell':
        await this.#tell(action);
        break;
      case 'reload':
        this.#later += action.hours * HOUR;
        this.#reading += 1;
        this.#sending = undefined;
        this.#asking = [];
        await page.reload();
        await this.#stand();
    }
  }

  /** Taps one of several enabled buttons, by number. */
  async #tap(buttons: Locator, at = 0): Promise<void> {
    const count = await buttons.count();
    if (count > 0) await buttons.nth(at % count).click({ force: true });
  }

  /** The open calls, by question. */
  get #asked(): readonly Asked[] {
    const open = this.#asking.filter(({ request }) => request.failure() === null);
    return open.sort((one, other) => (one.question < other.question ? -1 : 1));
  }

  async #tell({ which, fails }: Extract<Action, { do: 'tell' }>): Promise<void> {
    const asked = this.#asked;
    const one = asked[which % Math.max(asked.length, 1)];
    if (one === undefined) return;
    this.#asking = this.#asking.filter((other) => other !== one);
    const isFree = !TAKEN.includes(one.question.split(' ')[1] ?? '');
    if (fails) await one.route.abort('connectionfailed');
    else await one.route.fulfill({ json: { success: true, data: { isFree } } });
  }

  #box(place: string): Locator {
    const [, at, own] = /^list\/(\d+)\/(\w+)$/.exec(place) ?? [];
    if (own === undefined) return this.#page.locator(`[id="${place}"], [id$="[${place}]"]`);
    const record = this.#page.locator(`#${LIST} > .cz-card`).nth(Number(at));
    return record.locator(`[id^="${own}["][id$="]"]`);
  }

  async #write(name: string, kind: Kind, value: string | number | boolean): Promise<void> {
    const box = this.#box(name);
    switch (kind) {
      case 'text':
      case 'digits':
      case 'number':
        await box.locator('input').fill(String(value));
        break;
      case 'check':
        if ((await box.locator('input').isChecked()) !== value) await box.locator('label').click();
        break;
      case 'choice':
      case 'choices':
        await box.locator('label', { hasText: `Option ${value}` }).click();
        break;
      case 'rating':
        await box.locator('label', { has: this.#page.locator(`input[value="${value}"]`) }).click();
        break;
      case 'day': {
        await box.locator('button').click();
        const parts = String(value).split('-').map(Number);
        for (const [at, part] of parts.entries())
          await box.locator('select').nth(at).selectOption(String(part));
        await box.getByRole('button', { name: 'Confirm' }).click();
      }
    }
  }

  async #answer(action: Extract<Action, { do: 'answer' }>, model: Model): Promise<void> {
    const sending = this.#sending;
    this.#sending = undefined;
    if (sending === undefined) return;
    const fields = model.blamed(action);
    if (action.how === 'network') await sending.abort();
    else if (action.how === 'good') await sending.fulfill({ json: { success: true, data: {} } });
    else {
      const more = action.how === 'fields' ? { fields } : {};
      await sending.fulfill({ json: { success: false, code: '7', message: 'No', ...more } });
    }
  }

  /** The first disagreement after everything has happened; polls until the page agrees or the time is up. */
  async disagree(model: Model, last: Action | undefined): Promise<string | undefined> {
    const expected = model.picture();
    // A draft is stored after a debounce, so compare it only after actions that flush it.
    const isStored = last !== undefined && ['reload', 'answer', 'reset'].includes(last.do);
    const until = Date.now() + 20_000;
    for (;;) {
      const asked = this.#asked.map(({ question }) => question);
      const drawn = await this.#page.evaluate(look, { names: this.#names, bound: BOUND });
      const stored = await this.#page.evaluate(() => [
        ...Object.entries<string>(localStorage),
        ...Object.entries<string>(sessionStorage),
      ]);
      const secret = SECRETS.find((words) => JSON.stringify(stored).includes(words));
      if (secret !== undefined) return `${secret} is stored`;
      const draft = isStored ? readDraft(new Map(stored)) : expected.draft;
      const found = compare(expected, { ...drawn, sent: this.#sent, asked, draft });
      if (found === undefined || Date.now() > until) return found;
      await this.#page.waitForTimeout(20);
    }
  }
}

const filled = form.chain((spec) => fc.tuple(fc.constant(spec), sequenceFor(spec)));

test('a generated form agrees with its model after every sequence of actions', async ({ page }) => {
  const drawn = fc.sample(filled, { seed: SEED, numRuns: SEQUENCES });
  for (const [at, [spec, actions]] of drawn.entries()) {
    const model = new Model(spec);
    const opened = new PageWithForm(page, spec, `r${at}`);
    const explain = (found: string | undefined) =>
      found && `${found}\n${JSON.stringify(spec)}\n${JSON.stringify(actions)}, seed ${SEED}, sequence ${at}`;
    await opened.open();
    expect(explain(await opened.disagree(model, undefined))).toBeUndefined();
    for (const drawnAction of actions) {
      // A reload leaves the page normally: drafts.spec.ts tests kills.
      const action = drawnAction.do === 'reload' ? { ...drawnAction, killed: false } : drawnAction;
      await opened.do(action, model);
      model.act(action);
      expect(explain(await opened.disagree(model, action))).toBeUndefined();
    }
  }
  expect(drawn).toHaveLength(SEQUENCES);
});
