import { beforeAll, describe, expect, it } from 'vitest';
import { play } from '#renderer/actions/testing.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { library, planOf } from '#renderer/grammar/testing.ts';
import type { NodePlan } from '#renderer/plan/plan.ts';
import { fakeWorld, open } from '#renderer/runtime/testing.ts';
import { findReviewNeeds, type Side } from '#src/review/review-needs.ts';
import { compileFiles } from '#src/server/registry/compile.ts';
import { readUploadFields } from '#src/shared/uploads/upload-fields.ts';
import { defineWidget } from './define.ts';
import { speak } from './speak.ts';

const field = (name: string, writes: unknown, properties: { readonly [name: string]: object } = {}) =>
  defineWidget<object>({
    name,
    schema: {
      description: 'A field of another package.',
      required: ['label'],
      properties: {
        name: { $ref: 'value.schema.json#/$defs/name' },
        bind: { $ref: 'value.schema.json#/$defs/path' },
        label: { $ref: 'value.schema.json#/$defs/text' },
        rules: { type: 'array', items: { $ref: 'rule.schema.json' } },
        ...properties,
      },
      'x-writes': writes,
    },
    load: () => Promise.reject(new Error('Nothing is rendered here.')),
  });

const options = {
  type: 'array',
  items: { $ref: 'choice.schema.json#/$defs/option' },
};

/** A widget of another package that only shows something. */
const sign = (name: string, properties: { readonly [name: string]: object }, more: object = {}) =>
  defineWidget<object>({
    name,
    schema: { description: 'A sign of another package.', properties, ...more },
    load: () => Promise.reject(new Error('Nothing is rendered here.')),
  });

const form = (...body: object[]) => ({ body: [{ type: 'form', id: 'visit', body }] });
const codesOf = (screen: Parameters<typeof library>[0]) =>
  inspectProject(library(screen)).problems.map(({ code, pointer }) => `${code} ${pointer}`);

function sideOf(screen: Parameters<typeof library>[0]): Side {
  const files = library({
    ...screen,
    params: {},
    data: {},
  });
  const { app, plans, problems } = compileFiles(files);
  if (app === undefined) throw new Error(JSON.stringify(problems));
  return {
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
    app: JSON.stringify(app),
    plans: Object.fromEntries([...plans].map(([id, plan]) => [id, JSON.stringify(plan)])),
    plan: (id) => plans.get(id) ?? raise(id),
    appPlan: () => app,
    text: (path) => files.find((file) => file.path === path)?.text,
  };
}

function raise(id: string): never {
  throw new Error(`There is no screen "${id}".`);
}

describe('fields of another package', () => {
  beforeAll(() =>
    speak({
      widgets: [
        field('pledge', 'boolean', { initial: { type: 'boolean' } }),
        field(
          'scans',
          { list: 'url' },
          {
            upload: { $ref: 'value.schema.json#/$defs/id' },
            accept: { type: 'array', items: { type: 'string' } },
          },
        ),
        field('pin', 'text', { sensitive: { const: true } }),
        field('token', 'text', { sensitive: { $ref: 'value.schema.json#/$defs/boolean', default: true } }),
        field('wallet', 'text', {
          purpose: { $ref: 'value.schema.json#/$defs/word', 'x-words': ['account', 'one-time-code'] },
        }),
        field('motto', 'text', { sensitive: { $ref: 'value.schema.json#/$defs/boolean' } }),
        field('birthday', 'date', {
          initial: { type: 'string' },
          earliest: { $ref: 'value.schema.json#/$defs/date' },
        }),
        field('toppings', { list: 'option' }, { options }),
        field(
          'price',
          { by: 'of', types: { number: 'integer', amount: 'money' } },
          { of: { enum: ['number', 'amount'], default: 'number' }, initial: { type: 'number' } },
        ),
        field('seat', 'option', { options, initial: { type: 'string' } }),
        sign('page', { address: { $ref: 'value.schema.json#/$defs/url' } }, { required: ['address'] }),
        sign(
          'panels',
          {
            shown: { $ref: 'value.schema.json#/$defs/integer' },
            bind: { $ref: 'value.schema.json#/$defs/path' },
            body: { $ref: 'node.schema.json#/$defs/nodes' },
          },
          { 'x-writes': 'integer' },
        ),
        sign(
          'total',
          {
            sum: { $ref: 'value.schema.json#/$defs/money' },
            fee: { $ref: 'value.schema.json#/$defs/money' },
          },
          { required: ['sum'] },
        ),
        sign('seal', {}, { 'x-critical': true }),
      ],
    }),
  );

  it('cause a warning if they are ticked initially, and count as consent in a review', () => {
    const pledge = { type: 'pledge', label: 'I agree.' };
    const state = { agreed: { type: 'boolean', initial: true } };
    const ticked = { state, body: [{ ...pledge, bind: 'state.agreed' }] };
    expect(codesOf(ticked)).toContain('consent/prechecked /body/0');
    expect(codesOf(form({ ...pledge, name: 'agreed', initial: true }))).toContain(
      'consent/prechecked /body/0/body/0',
    );
    const needs = findReviewNeeds(sideOf({ body: [] }), sideOf(ticked));
    expect(needs).toContainEqual({ kind: 'consent', subject: 'shelf' });
  });

  it('count as consent in a review if the library does not know their type', () => {
    const { plan, ...rest } = sideOf({ body: [] });
    const unknown: Side = {
      ...rest,
      plan: (id) => ({ ...plan(id), body: [{ id: 'a', type: 'oath', reads: [] }] }),
      plans: { ...rest.plans, shelf: 'another' },
    };
    expect(findReviewNeeds({ ...rest, plan }, unknown)).toContainEqual({ kind: 'consent', subject: 'shelf' });
  });

  it('cause no warning about an unsent value if they must be ticked', () => {
    const rules = [{ rule: 'required', message: 'Agree.' }];
    const pledge = { type: 'pledge', name: 'agreed', label: 'I agree.', rules };
    expect(codesOf(form(pledge)).filter((code) => code.startsWith('field/unsent'))).toEqual([]);
  });

  it('need an upload endpoint if they upload, and declare the file types that they accept', () => {
    const scans = { type: 'scans', name: 'scans', label: 'Scans', upload: 'book', accept: ['.pdf'] };
    expect(codesOf(form(scans))).toContain('endpoint/no-upload /body/0/body/0/upload');
    const files = library(form(scans)).map(({ path, text }) => [path, Buffer.from(text)] as const);
    expect([...readUploadFields(new Map(files))]).toEqual([['book', ['application/pdf']]]);
  });

  it.each([
    ['pin', false],
    ['token', false],
    ['wallet', false],
    ['motto', true],
  ])('are stored in drafts unless their schema makes them secret: %s', async (type, isStored) => {
    const { body } = planOf(form({ type, name: 'words', label: 'Words' }));
    const { screen, world, find } = await play({ tap: [], plan: { body }, options: { createForms } });
    screen.write(find('visit-body-0') ?? raise('visit-body-0'), '4929');
    await world.pass(250);
    const stored = JSON.stringify([...world.device, ...world.session]);
    expect([stored.includes('Words'), stored.includes('4929')]).toEqual([true, isStored]);
  });

  it('that show a page of another site count as legal texts in a review, and so do widgets that a library lacks', () => {
    const before = sideOf({ body: [] });
    const page = sideOf({ body: [{ type: 'page', address: 'https://rules.example.com/' }] });
    expect(findReviewNeeds(before, page)).toContainEqual({ kind: 'legal', subject: 'shelf' });
    const unknown: Side = {
      ...before,
      plan: (id) => ({ ...before.plan(id), body: [{ id: 'a', type: 'oath', reads: [] }] }),
      plans: { ...before.plans, shelf: 'another' },
    };
    expect(findReviewNeeds(before, unknown)).toContainEqual({ kind: 'legal', subject: 'shelf' });
  });

  it('that a service chooses are no consent as long as it cannot choose a tick box', () => {
    const supplied = (kind: string) => {
      const allow = { kinds: [kind] };
      const fields = [{ kind, name: 'more', label: 'More' }];
      return sideOf(form({ type: 'fields', name: 'more', allow, fields }));
    };
    const needs = (kind: string) =>
      findReviewNeeds(sideOf({ body: [] }), supplied(kind)).map((need) => need.kind);
    expect([needs('text-field'), needs('check')]).toEqual([['change'], ['consent']]);
  });

  it('contradict their constants by what they write', () => {
    const rule = (name: string, more: object) => ({ rule: name, message: 'No.', ...more });
    const one = (more: object) => codesOf(form({ label: 'One', name: 'one', ...more }));
    const at = '/body/0/body/0';
    const seats = [{ value: 'a', text: 'A' }];
    expect(one({ type: 'birthday', initial: '2026-02-30' })).toContain(`value/bad-date ${at}/initial`);
    expect(one({ type: 'birthday', initial: '2026-02-03', earliest: '2026-02-04' })).toContain(
      `field/initial ${at}/initial`,
    );
    expect(one({ type: 'birthday', rules: [rule('length', { max: 9 })] })).toContain(
      `rule/never-kept ${at}/rules/0/max`,
    );
    expect(one({ type: 'toppings', options: seats, rules: [rule('length', { min: 2 })] })).toContain(
      `rule/never-kept ${at}/rules/0/min`,
    );
    expect(one({ type: 'seat', options: seats, initial: 'b' })).toContain(`field/initial ${at}/initial`);
    expect(one({ type: 'price', rules: [rule('range', { min: 1.2, max: 1.8 })] })).toContain(
      `rule/never-kept ${at}/rules/0/max`,
    );
  });

  it('that switch what they contain need no other reader', () => {
    const state = { shown: { type: 'integer', initial: 0 } };
    const panels = { type: 'panels', bind: 'state.shown', body: [] };
    expect(codesOf({ state, body: [panels] }).filter((code) => code.startsWith('field/unsent'))).toEqual([]);
  });

  it('are reviewed in words, whatever widget wrote them', async () => {
    const body = [
      { type: 'pledge', name: 'agreed', label: 'I agree' },
      { type: 'birthday', name: 'born', label: 'Born', initial: '2026-03-05' },
      { type: 'price', name: 'price', label: 'Price', of: 'amount', initial: 120 },
      { type: 'price', name: 'count', label: 'Count', initial: 120 },
    ];
    const steps = {
      type: 'steps',
      next: 'Next',
      back: 'Back',
      body: [
        { type: 'section', title: 'You', body },
        { type: 'section', title: 'Check', body: [{ type: 'review', change: 'Change' }] },
      ],
    };
    const plan = planOf(form(steps));
    const played = await play({
      plan: { body: plan.body },
      app: { currency: { sign: '$', decimals: 2 } },
      options: { createForms },
    });
    const now = () => played.find('visit-body-0')?.snapshot().steps;
    now()?.next?.();
    await played.world.pass(0);
    expect(
      now()
        ?.review?.()[0]
        ?.answers.map(({ words }) => words),
    ).toEqual(['No', 'Mar 5, 2026', '$1.20', '120']);
  });

  it.each([
    ['a tick box', { type: 'pledge', bind: 'state.agreed', label: 'I agree.' }],
    ['an amount', { type: 'total', sum: '${data.shelf.fine}' }],
    ['what must not be left out', { type: 'seal' }],
  ])('hold back critical actions while it is uncertain whether a visitor sees %s', (_, written) => {
    const visibleWhen = "data.shelf.name == 'Open'";
    const plan = planOf({
      state: { agreed: { type: 'boolean', initial: false } },
      body: [
        { ...written, visibleWhen },
        { type: 'section', look: 'plain', visibleWhen, body: [written] },
      ],
    });
    const [node, section] = plan.body;
    const isOpen = (...body: readonly (NodePlan | undefined)[]) =>
      open(fakeWorld(), {
        ...plan,
        body: body.filter((one) => one !== undefined),
      }).engine.tree.areTermsShown();
    expect([isOpen(node), isOpen(section), isOpen()]).toEqual([false, false, true]);
  });

  it('show amounts that a critical request compares again right before it is sent', () => {
    const tap = [
      {
        do: 'request',
        endpoint: 'pay-fine',
        with: { amount: '${data.shelf.fine}' },
        critical: { intent: 'pay', ask: 'fine-state', done: "reply.state == 'paid'" },
      },
    ];
    const total = { type: 'total', sum: '${data.shelf.fine}', fee: '${data.shelf.first.price}' };
    const plan = planOf({ body: [total, { type: 'button', text: 'Pay', on: { tap } }] });
    expect(plan.body[1]?.on?.['tap']?.[0]?.critical?.amounts).toEqual([
      ['get', 'data', 'shelf', 'fine'],
      ['get', 'data', 'shelf', 'first', 'price'],
    ]);
  });
});
