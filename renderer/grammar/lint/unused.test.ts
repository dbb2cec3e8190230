import { describe, expect, it } from 'vitest';
import { button, describeProblem, library } from '../testing.ts';
import { inspectProject } from './inspect.ts';

const CODES =
  /^(?:value\/unused|list\/unused|state\/unused|timer\/unused|field\/unsent|button\/idle|option\/unlisted|param\/unused-set) /;

function warningsOf(...project: Parameters<typeof library>): string[] {
  return inspectProject(library(...project))
    .problems.map(describeProblem)
    .filter((problem) => CODES.test(problem));
}

const FLAG = { type: 'boolean', initial: false };
const tap = (...actions: object[]) => ({ type: 'button', text: 'Go', on: { tap: actions } });
const NOTICE = { do: 'notice', text: 'Here' };
const SHOWN = { type: 'text', text: 'Here', visibleWhen: 'state.a' };

describe('state and timers that nothing reads', () => {
  it('have a warning, also if something writes them', () => {
    const set = tap({ do: 'set', target: 'state.a', value: true });
    expect(warningsOf({ state: { a: FLAG }, body: [] })).toEqual(['state/unused /state/a']);
    expect(warningsOf({ state: { a: FLAG }, body: [set] })).toEqual(['state/unused /state/a']);
    expect(warningsOf({ timers: { t: { seconds: 3 } }, body: [] })).toEqual(['timer/unused /timers/t']);
    const start = tap({ do: 'timer', timer: 't', run: 'start' });
    expect(warningsOf({ timers: { t: { seconds: 3 } }, body: [start] })).toEqual(['timer/unused /timers/t']);
  });

  it('have a warning if only the action that writes them reads them', () => {
    const count = { type: 'integer', initial: 0 };
    const more = tap({ do: 'set', target: 'state.n', value: '${state.n + 1}' });
    expect(warningsOf({ state: { n: count }, body: [more] })).toEqual(['state/unused /state/n']);
    const other = tap({ do: 'set', target: 'state.m', value: '${state.n + 1}' });
    expect(warningsOf({ state: { n: count, m: count }, body: [more, other] })).toEqual([
      'state/unused /state/m',
    ]);
  });

  it('have no warning if a condition, a text or tabs read them', () => {
    expect(warningsOf({ state: { a: FLAG }, body: [SHOWN] })).toEqual([]);
    const tabs = { type: 'tabs', bind: 'state.at', label: 'Books', body: [{ type: 'section', body: [] }] };
    expect(warningsOf({ state: { at: { type: 'integer', initial: 0 } }, body: [tabs] })).toEqual([]);
  });
});

describe('a field that nothing reads', () => {
  const form = (...body: object[]) => ({ body: [{ type: 'form', id: 'f', body }] });
  const note = { type: 'text-field', name: 'note', label: 'Note' };

  it('has a warning, also in a group and bound to state', () => {
    expect(warningsOf(form(note))).toEqual(['field/unsent /body/0/body/0/name']);
    expect(warningsOf(form({ type: 'group', name: 'g', body: [note] }))).toEqual([
      'field/unsent /body/0/body/0/body/0/name',
    ]);
    const check = { type: 'check', bind: 'state.a', label: 'A' };
    expect(warningsOf({ state: { a: FLAG }, body: [check] })).toEqual(['field/unsent /body/0/bind']);
  });

  it('has a warning if only the field itself reads it', () => {
    const shy = { ...note, visibleWhen: 'has(form.f.note)' };
    expect(warningsOf(form(shy))).toEqual(['field/unsent /body/0/body/0/name']);
  });

  it.each<[string, object[]]>([
    ['a condition reads it', [note, { type: 'text', text: 'Thanks', visibleWhen: 'has(form.f.note)' }]],
    [
      'it is a required tick box',
      [{ type: 'check', name: 'agreed', label: 'Agreed', rules: [{ rule: 'required', message: 'No' }] }],
    ],
    ['a rule compares it', [{ ...note, rules: [{ rule: 'equals', value: 'yes', message: 'No' }] }]],
    [
      'it is a word to type',
      [{ ...note, rules: [{ rule: 'check', when: "form.f.?note.orValue('') == 'CLOSE'", message: 'No' }] }],
    ],
    ['it is read-only', [{ ...note, readOnly: true }]],
  ])('has no warning where %s', (_name, body) => {
    expect(warningsOf(form(...body))).toEqual([]);
  });
});

describe('a button that does nothing', () => {
  it.each<[string, object]>([
    ['an empty list', tap()],
    ['no list', { type: 'button', text: 'Go', on: {} }],
    ['a pause alone', tap({ do: 'wait', seconds: 1 })],
    ['cases that do nothing', tap({ do: 'choose', cases: [{ run: [] }] })],
    ['dismiss outside an overlay', tap({ do: 'dismiss' })],
    ['an item with an empty list', { type: 'item', title: 'Go', on: { tap: [] } }],
  ])('%s', (_name, node) => {
    expect(warningsOf({ body: [node] })).toEqual(['button/idle /body/0/on']);
  });

  it('sets a state to itself', () => {
    const state = { shelf: { type: 'string', initial: 'top' } };
    const node = tap({ do: 'set', target: 'state.shelf', value: '${state.shelf}' });
    expect(warningsOf({ state, body: [node] })).toContain('button/idle /body/0/on');
  });

  it('sends a form that does nothing', () => {
    const body = [{ type: 'form', id: 'f', body: [] }, tap({ do: 'submit', form: 'f' })];
    expect(warningsOf({ body })).toEqual(['button/idle /body/1/on']);
  });

  it('has no warning if one case does something, or for an item without events', () => {
    const choose = tap({ do: 'choose', cases: [{ run: [] }, { run: [NOTICE] }] });
    expect(warningsOf({ body: [choose, { type: 'item', title: 'Book' }] })).toEqual([]);
  });
});

describe('a form that nothing sends', () => {
  const note = { type: 'text-field', name: 'note', label: 'Note' };
  const agreed = {
    type: 'check',
    name: 'agreed',
    label: 'Agreed',
    rules: [{ rule: 'required', message: 'No' }],
  };
  const submit = [{ do: 'notice', text: '${form.f.note}', when: 'has(form.f.note)' }];
  const form = (body: object[], on?: object) => ({ type: 'form', id: 'f', body, ...(on && { on }) });
  const unsent = (screen: Parameters<typeof library>[0]): string[] =>
    inspectProject(library(screen)).problems.flatMap(({ code, pointer, message }) =>
      code === 'form/unsent' ? [`${pointer} ${message}`] : [],
    );

  it.each<[string, object[], string]>([
    [
      'it has a submit list but no button',
      [form([note], { submit })],
      'No button sends the form "f": only Return',
    ],
    [
      'it has neither a button nor a text field',
      [form([agreed], { submit: [NOTICE] })],
      'Nothing sends the form "f".',
    ],
    [
      'its only button sends nothing',
      [form([note], { submit }), tap(NOTICE)],
      'No button sends the form "f"',
    ],
    ['it has a required box', [form([agreed])], 'Nothing sends the form "f".'],
    [
      'only another field reads it',
      [form([agreed, { ...note, visibleWhen: 'has(form.f.agreed)' }])],
      'Nothing sends the form "f".',
    ],
  ])('has a warning where %s', (_name, body, message) => {
    const [found, ...more] = unsent({ body });
    expect(found).toContain(`/body/0/id ${message}`);
    expect(more).toEqual([]);
  });

  it.each<[string, object[]]>([
    ['a button sends it', [form([note], { submit }), tap({ do: 'submit', form: 'f' })]],
    [
      'a case of a button inside it sends it',
      [
        form(
          [
            note,
            tap({ do: 'choose', cases: [{ when: 'device.online', run: [{ do: 'submit', form: 'f' }] }] }),
          ],
          { submit },
        ),
      ],
    ],
    ['a button validates it', [form([agreed]), tap({ do: 'validate', form: 'f' })]],
    ['a text in it reads it', [form([note, { type: 'text', text: 'Yes', visibleWhen: 'has(form.f.note)' }])]],
    ['it has no field', [form([{ type: 'text', text: 'Later' }])]],
  ])('has no warning where %s', (_name, body) => {
    expect(unsent({ body })).toEqual([]);
  });
});

describe('named values and lists', () => {
  const run = { do: 'run', list: 'home' };
  const lists = { home: { run: [{ do: 'back' }] } };
  const values = { isFree: 'data.shelf.fine == 0' };
  const title = { type: 'text', text: '${data.shelf.name}' };

  it('that nothing uses are reported', () => {
    expect(warningsOf({ values, lists, body: [title] })).toEqual([
      'value/unused /values/isFree',
      'list/unused /lists/home',
    ]);
    const used = [{ ...title, visibleWhen: 'values.isFree' }, button([run])];
    expect(warningsOf({ values, lists, body: used })).toEqual([]);
  });

  it('of app.json are used by any document', () => {
    const app = { values: { isOpen: 'config.desk.open' }, lists };
    expect(warningsOf({ body: [title] }, { app })).toEqual([
      'value/unused screens/app.json#/values/isOpen',
      'list/unused screens/app.json#/lists/home',
    ]);
    const part = { body: [{ type: 'text', text: 'Open', visibleWhen: 'values.isOpen' }, button([run])] };
    const use = { type: 'part', part: 'desk', id: 'desk' };
    expect(warningsOf({ body: [title, use] }, { app, parts: { desk: part } })).toEqual([]);
  });
});

describe('sets of parameters', () => {
  const app = { paramSets: { place: { branch: { type: 'string' } } } };
  const title = { type: 'text', text: '${data.shelf.name}' };

  it('that no screen lists are reported', () => {
    expect(warningsOf({ body: [title] }, { app })).toEqual([
      'param/unused-set screens/app.json#/paramSets/place',
    ]);
    const used = { type: 'text', text: 'Here', visibleWhen: 'has(params.branch)' };
    expect(warningsOf({ paramSets: ['place'], body: [title, used] }, { app })).toEqual([]);
  });
});
