import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import { analyzeProject } from '../project.ts';
import { button, library } from '../testing.ts';
import type { Reading } from '../world.ts';
import { FAULT_KINDS, type FaultKind } from './kinds.ts';
import { type Fault, plantFaults } from './plant.ts';

const FILE = 'screens/shelf.screen.json';

const pay = {
  do: 'request',
  endpoint: 'pay-fine',
  critical: { intent: 'pay', per: { card: '${params.cardId}' } },
  with: { amount: '${data.shelf.fine}', note: 'late' },
  catch: [
    { when: "error.kind == 'unknown'", run: [{ do: 'notice', text: 'Unknown', tone: 'warning' }] },
    { run: [{ do: 'notice', text: 'Failed', tone: 'danger' }] },
  ],
};

/** A screen with every kind of fault. */
const screen = {
  body: [
    { type: 'text', text: { choose: ['${data.shelf.note}', 'Nothing'] }, tone: 'info' },
    {
      type: 'section',
      title: 'Books',
      visibleWhen: 'size(data.shelf.books) > 0 && config.desk.open',
      body: [
        {
          type: 'rows',
          rows: [
            { each: 'data.shelf.books', as: 'book', label: '${book.title}', value: '${book.pages}' },
            { label: 'Name', value: '${data.shelf.name}' },
          ],
        },
      ],
    },
    {
      type: 'form',
      id: 'ask',
      body: [
        {
          type: 'text-field',
          name: 'title',
          label: 'Title',
          maxLength: 20,
          multiline: true,
          rules: [{ rule: 'required', message: 'Say which.' }],
        },
      ],
      on: { submit: [{ do: 'go', to: 'book', with: { isbn: '1' } }] },
    },
    { type: 'text', text: "${data.shelf.name.replace('a', 'b')}" },
  ],
  bar: [button([pay, { do: 'go', to: 'book', with: { isbn: '1' } }])],
};

/** One fault per kind: its location and change. */
const CASES: {
  readonly [kind in Exclude<FaultKind, 'change-call' | 'drop-reply'>]: readonly [
    pointer: string,
    change: string,
  ];
} = {
  'drop-node': ['/body/0', 'no text'],
  'swap-nodes': ['/body/0', 'text after the next'],
  'drop-element': ['/body/1/body/0/rows/1', 'no entry'],
  'drop-rule': ['/body/2/body/0/rules/0', 'no required'],
  'drop-action': ['/bar/0/on/tap/1', 'no go'],
  'swap-actions': ['/bar/0/on/tap/0', 'request after the next'],
  'drop-catch': ['/bar/0/on/tap/0/catch', 'no catch'],
  'drop-branch': ['/body/0/text/choose/0', 'no entry'],
  'swap-branches': ['/bar/0/on/tap/0/catch/0/run', 'run of the next'],
  'negate-condition': [
    '/body/1/visibleWhen',
    '"size(data.shelf.books) > 0 && config.desk.open" → "!(size(data.shelf.books) > 0 && config.desk.open)"',
  ],
  'drop-condition': ['/body/1/visibleWhen', 'no visibleWhen'],
  'change-operator': ['/body/1/visibleWhen', '> → >=, at 23'],
  'change-literal': ['/body/1/visibleWhen', '0 → 1, at 25'],
  'change-binding': ['/body/1/body/0/rows/0/label', 'title → isbn, at 7'],
  'change-text': ['/body/1/title', '"Books" → "~Books"'],
  'change-number': ['/body/2/body/0/maxLength', '20 → 21'],
  'change-boolean': ['/body/2/body/0/multiline', 'true → false'],
  'change-word': ['/body/0/tone', '"info" → "success"'],
  'change-endpoint': ['/data/shelf/endpoint', '"shelf" → "book"'],
  'change-target': ['/bar/0/on/tap/1/to', '"book" → "shelf"'],
  'drop-input': ['/bar/0/on/tap/0/with/note', 'no note'],
  'drop-property': ['/body/0/tone', 'no tone'],
  'change-critical': ['/bar/0/on/tap/0/critical', 'no critical'],
  'swap-arguments': ['/body/3/text', "'a', 'b' → 'b', 'a', at 26"],
};

function plant(): { readonly faults: readonly Fault[]; readonly text: string } {
  const files = library(screen);
  const readings: Reading[] = [];
  const project = analyzeProject(files, readings);
  expect(project.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return {
    faults: plantFaults(project, readings, FILE),
    text: files.find(({ path }) => path === FILE)?.text ?? '',
  };
}

describe('faults that can be inserted', () => {
  const { faults, text } = plant();
  it.each(Object.entries(CASES))('%s', (kind, [pointer, change]) => {
    const own = faults.filter((one) => one.kind === kind);
    const fault = own.find((one) => one.pointer === pointer && one.change === change);
    expect(own.map((one) => `${one.pointer} ${one.change}`)).toContain(`${pointer} ${change}`);
    expect(fault?.apply()).not.toBe(text);
  });

  it('are unique, leave valid JSON and change something', () => {
    const names = faults.map(({ kind, pointer, change }) => `${kind} ${pointer} ${change}`);
    expect(new Set(names).size).toBe(names.length);
    for (const fault of faults) {
      const changed = fault.apply();
      expect(changed, `${fault.kind} ${fault.pointer}`).not.toBe(text);
      expect(() => JSON.parse(changed) as unknown).not.toThrow();
    }
  });

  it('are at the reported location', () => {
    const lines = text.split('\n');
    const fault = faults.find(({ kind, pointer }) => kind === 'change-word' && pointer === '/body/0/tone');
    expect(lines[(fault?.line ?? 0) - 1]?.slice((fault?.column ?? 0) - 1)).toMatch(/^"info"/);
  });

  it('cover all kinds', () => {
    expect([...new Set(faults.map(({ kind }) => kind))].sort()).toEqual(Object.keys(CASES).sort());
    expect(Object.keys(FAULT_KINDS).sort()).toEqual(
      [...Object.keys(CASES), 'change-call', 'drop-reply'].sort(),
    );
  });
});

describe('faults of a contract', () => {
  const file = 'schemas/api/save-claim.endpoint.json';
  const text = readFileSync(`fixtures/consumer/insurance/${file}`, 'utf8');
  const faults = plantFaults(analyzeProject([...library({}), { path: file, text }]), [], file);

  it('are its path, its method, each header, and each status of a reply', () => {
    expect(faults.map(({ kind, pointer, change }) => [kind, pointer, change])).toEqual([
      ['change-call', '/method', '"PUT" → "PATCH"'],
      ['change-call', '/path', '"/claims/{id}" → "/claims/{id}~"'],
      ['change-call', '/headers/If-Match', 'no If-Match'],
      ['drop-reply', '/replies/412', 'no 412'],
    ]);
    expect(JSON.parse(faults[2]?.apply() ?? '')).toMatchObject({ headers: {}, method: 'PUT' });
  });
});

describe('faults of a signature', () => {
  const root = 'fixtures/examples/signature/';
  const files = ['screens/app.json', 'screens/rules.screen.json']
    .concat(['schemas/api/store-image.endpoint.json', 'schemas/api/accept-rules.endpoint.json'])
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));
  const faults = plantFaults(analyzeProject(files), [], 'screens/rules.screen.json');

  it('make it a field for photos, by another look or without one', () => {
    const found = faults.filter(({ pointer }) => pointer === '/body/1/body/0/look');
    expect(found.map(({ kind, change }) => [kind, change])).toEqual([
      ['drop-property', 'no look'],
      ['change-word', '"signature" → "tiles"'],
    ]);
  });
});

describe('faults of parts with fields of the form around them', () => {
  const street = { type: 'text-field', name: 'street', label: 'Street' };
  const rules = [{ rule: 'required', message: 'Enter a street' }];
  const address = { form: 'around', body: [{ ...street, rules }] };
  const sent = {
    body: [
      {
        type: 'form',
        id: 'order',
        body: [{ type: 'part', part: 'address', id: 'home' }],
        on: { submit: [{ do: 'notice', text: '${form.order.street}' }] },
      },
      button([{ do: 'submit', form: 'order' }]),
    ],
  };
  const codes = (changed: object) =>
    checkProject(library(sent, { parts: { address: { ...address, ...changed } } })).map(({ code }) => code);

  it('a missing declaration, field or rule is found by a check', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ form: undefined })).toContain('field/no-home');
    expect(codes({ body: [{ ...street, name: 'road', rules }] })).toContain('expression/unknown-member');
    expect(codes({ body: [street] })).toContain('value/absent');
  });

  it('its fields and its declaration of the form get faults', () => {
    const readings: Reading[] = [];
    const project = analyzeProject(library(sent, { parts: { address } }), readings);
    const found = plantFaults(project, readings, 'screens/parts/address.part.json');
    const pointers = found.map(({ kind, pointer }) => `${kind} ${pointer}`);
    expect(pointers).toContain('drop-node /body/0');
    expect(pointers.filter((one) => one.endsWith(' /form'))).toEqual(['drop-property /form']);
  });
});

describe('faults of parts', () => {
  const parts = {
    card: {
      slots: { extra: {} },
      params: { line: { type: 'string', default: '${session.branch}' } },
      body: [
        { type: 'text', text: '${params.line}' },
        { type: 'slot', slot: 'extra', visibleWhen: 'device.online' },
      ],
      bar: [button([{ do: 'back' }])],
    },
  };
  const use = {
    body: [{ type: 'part', part: 'card', id: 'one', slots: { extra: [{ type: 'text', text: 'Mine' }] } }],
  };
  const faultsIn = (file: string): readonly string[] => {
    const readings: Reading[] = [];
    const project = analyzeProject(library(use, { parts }), readings);
    return plantFaults(project, readings, file).map(({ kind, pointer }) => `${kind} ${pointer}`);
  };

  it('are planted in what a use puts into a slot', () => {
    expect(faultsIn(FILE)).toEqual(
      expect.arrayContaining([
        'drop-node /body/0/slots/extra',
        'drop-node /body/0/slots/extra/0',
        'change-text /body/0/slots/extra/0/text',
      ]),
    );
  });

  it('and in the slot, the bar and the defaults of the part', () => {
    expect(faultsIn('screens/parts/card.part.json')).toEqual(
      expect.arrayContaining([
        'drop-node /body/1',
        'negate-condition /body/1/visibleWhen',
        'drop-node /bar/0',
        'drop-property /params/line/default',
      ]),
    );
  });

  it('a slot or a default that is missing is found by a check', () => {
    const { card } = parts;
    const codes = (changed: object) =>
      checkProject(library(use, { parts: { card: { ...card, ...changed } } })).map(({ code }) => code);
    expect(codes({ body: card.body.slice(0, 1) })).toContain('slot/not-placed');
    expect(codes({ params: { line: { type: 'string' } } })).toContain('value/absent');
  });
});
