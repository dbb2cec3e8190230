import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { compileLibrary } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import type { Engine, FormsPort, LiveScreen } from '#renderer/runtime/index.ts';
import { DEVICE, type FakeCall, type FakeWorld, fakeWorld, open } from '#renderer/runtime/testing.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { endpointsOf, screenOf } from './definition.ts';
import { look, readDraft } from './look.ts';
import type { Model } from './model.ts';
import { canonical } from './model-fields.ts';
import { type Action, BOUND, type FormSpec, type Kind, LIST, namesOf, TAKEN } from './spec.ts';

/* A generated form on the real <Screen>, with a user-event driver and a reader of the page. */

// jsdom has no layout to scroll.
window.scrollTo = () => {};

export type MakeForms = (engine: Engine) => FormsPort;

const compiled = new Map<string, Plan>();

export function compile(spec: FormSpec): Plan {
  const key = JSON.stringify(spec);
  const known = compiled.get(key);
  if (known) return known;
  const plan = compileLibrary(screenOf(spec), { endpoints: endpointsOf(spec) }).plans.get('shelf');
  if (plan === undefined) throw new Error('There is no plan.');
  compiled.set(key, plan);
  return plan;
}

const OWN_FAULTS =
  /^(widget|text|condition|list)\/(threw|unknown|unavailable|failed)$|^amount\/not-shown$|^action\/fault$/;
const HOUR = 3_600_000;

export class DrawnForm {
  private readonly spec: FormSpec;
  private readonly makeForms: MakeForms;
  private readonly world: FakeWorld = fakeWorld();
  private live: LiveScreen | undefined;
  private readonly sent: string[] = [];
  private calls = 0;
  private sending: FakeCall | undefined;
  private asking: FakeCall[] = [];
  private reading = 0;

  constructor(spec: FormSpec, makeForms: MakeForms = createForms) {
    this.spec = spec;
    this.makeForms = makeForms;
  }

  async open(): Promise<void> {
    const plan = compile(this.spec);
    // A page loads this code a moment after the first letter, without blocking the typing.
    await prepareScreen(plan);
    const live = open(this.world, plan, {
      actions,
      createForms: this.makeForms,
      device: { ...DEVICE, language: 'en' },
    });
    this.live = live;
    await act(async () => {
      render(<Screen live={live} />);
      await this.settle();
      await this.world.pass(300);
      await this.settle();
    });
  }

  close(): void {
    cleanup();
    this.live?.close();
  }

  private async settle(): Promise<void> {
    await this.world.pass(0);
    while (this.calls < this.world.calls.length) {
      const call = this.world.calls[this.calls] as FakeCall;
      this.calls += 1;
      if (call.url.includes('/api/look')) this.asking.push(call);
      else if (call.method === 'GET') await this.supply(call);
      else {
        this.sent.push(canonical(JSON.parse(call.body ?? 'null')));
        this.sending = call;
      }
      await this.world.pass(0);
    }
  }

  private async supply(call: FakeCall): Promise<void> {
    const replies = this.spec.supplied?.replies ?? [];
    await call.reply({ items: replies[this.reading % replies.length] });
  }

  /** Executes the model's next action; the model knows the positions. */
  async act(action: Action, model: Model): Promise<void> {
    this.perform(action, model);
    await act(async () => {
      if (action.do === 'answer' && this.sending) await answer(this.sending, action, model);
      if (action.do === 'answer') this.sending = undefined;
      if (action.do === 'tell') await this.tell(action);
      await this.settle();
      // The draft is stored and services are called after a debounce.
      await this.world.pass(300);
      await this.settle();
    });
    if (action.do === 'reload') await this.reload(action);
  }

  private perform(action: Action, model: Model): void {
    switch (action.do) {
      case 'write': {
        const target = model.target(action);
        if (target) write(target.name, target.kind, target.value);
        break;
      }
      case 'submit':
        // A double tap.
        tap('send');
        tap('send');
        break;
      case 'reset':
        tap('anew');
        break;
      case 'read again':
        this.reading += 1;
        tap('again');
        break;
      case 'add':
        tapWords(`#${LIST} > button`);
        break;
      case 'remove':
        tapWords('.cz-repeat-remove', action.row);
        break;
      case 'next':
        tapWords('[data-way-on]');
        break;
      case 'back':
        tapWords('#steps > button:not([data-way-on])');
        break;
      case 'change':
        tapWords('.cz-review-change', action.step);
        break;
      case 'answer':
      case 'tell':
      case 'reload':
        break;
    }
  }

  /** The open calls, by question. */
  private get asked(): readonly (readonly [question: string, FakeCall])[] {
    const open = this.asking.filter(({ signal }) => !signal.aborted);
    return open.map((call) => [questionIn(call.url), call] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  private async tell({ which, fails }: Extract<Action, { do: 'tell' }>): Promise<void> {
    const { asked } = this;
    const [question = '', call] = asked[which % Math.max(asked.length, 1)] ?? [];
    if (call === undefined) return;
    this.asking = this.asking.filter((one) => one !== call);
    if (fails) await call.fail('network');
    else await call.reply({ isFree: !TAKEN.includes(question.split(' ')[1] ?? '') });
  }

  private async reload({ killed, hours }: Extract<Action, { do: 'reload' }>): Promise<void> {
    if (!killed) this.live?.save(0);
    this.close();
    this.world.sleep(hours * HOUR);
    this.reading += 1;
    this.sending = undefined;
    this.asking = [];
    await this.open();
  }

  /** Reports of the engine that no form may cause. */
  faults(): readonly string[] {
    return this.world.faults.map(({ code }) => code).filter((code) => OWN_FAULTS.test(code));
  }

  /** All texts in device and session storage. */
  stored(): string {
    return [...this.world.device.values(), ...this.world.session.values()].join('\n');
  }

  look() {
    return {
      ...look({ names: namesOf(this.spec), bound: BOUND }),
      sent: this.sent,
      asked: this.asked.map(([question]) => question),
      draft: readDraft(this.world.device),
    };
  }
}

/** The field and the value that a request checks, separated by a space. */
export function questionIn(url: string): string {
  const { searchParams } = new URL(url, 'https://page.test');
  return `${searchParams.get('field')} ${searchParams.get('value')}`;
}

function boxOf(place: string): HTMLElement | null {
  const [, at, own] = /^list\/(\d+)\/(\w+)$/.exec(place) ?? [];
  if (own === undefined)
    return document.getElementById(place) ?? document.querySelector(`[id$="[${place}]"]`);
  const record = document.querySelectorAll(`#${LIST} > .cz-card`)[Number(at)];
  const boxes = [...(record?.querySelectorAll<HTMLElement>('[id]') ?? [])];
  return boxes.find(({ id }) => new RegExp(`^${own}\\[\\w+\\]$`).test(id)) ?? null;
}

// ── User-event driver ───────────────────────────────────────────────────────────────────────────

function tap(id: string): void {
  const button = document.getElementById(id);
  if (button) fireEvent.click(button);
}

/** Taps one of several enabled controls, by number. */
function tapWords(selector: string, at = 0): void {
  const found = document.querySelectorAll(selector);
  const button = found[at % Math.max(found.length, 1)];
  if (button) fireEvent.click(button);
}

function write(name: string, kind: Kind, value: string | number | boolean): void {
  const box = boxOf(name);
  if (box === null) throw new Error(`${name} is not drawn.`);
  const control = box.querySelector<HTMLInputElement>('input, textarea');
  switch (kind) {
    case 'text':
    case 'digits':
    case 'number':
      if (control === null) throw new Error(`${name} cannot be typed into.`);
      fireEvent.change(control, { target: { value } });
      break;
    case 'check':
      if (control && control.checked !== value) fireEvent.click(control);
      break;
    case 'choice':
    case 'choices':
      fireEvent.click(byWords(box, 'label', `Option ${value}`).querySelector('input') as HTMLElement);
      break;
    case 'rating':
      fireEvent.click(box.querySelector(`input[value="${value}"]`) as HTMLElement);
      break;
    case 'day':
      pickDay(box, String(value));
  }
}

function pickDay(box: HTMLElement, day: string): void {
  fireEvent.click(box.querySelector('button') as HTMLElement);
  for (const [at, part] of day.split('-').entries()) {
    const list = box.querySelectorAll('select')[at] as HTMLElement;
    fireEvent.change(list, { target: { value: String(Number(part)) } });
  }
  fireEvent.click(byWords(box, 'button', 'Confirm'));
}

function byWords(box: HTMLElement, selector: string, words: string): HTMLElement {
  const found = [...box.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent === words);
  if (!found) throw new Error(`There is no "${words}" in ${box.id}.`);
  return found;
}

async function answer(
  call: FakeCall,
  action: Extract<Action, { do: 'answer' }>,
  model: Model,
): Promise<void> {
  const refuse = (more: object) =>
    call.answer({ status: 200, body: JSON.stringify({ success: false, code: '7', message: 'No', ...more }) });
  switch (action.how) {
    case 'good':
      return await call.reply({});
    case 'network':
      return await call.fail('network');
    case 'business':
      return await refuse({});
    case 'fields':
      return await refuse({ fields: model.blamed(action) });
  }
}
