import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/*
 * A rule that asks for the name of a widget does not apply to a widget of another package that does the same: it fails open. Such
 * a rule asks the schema instead: `x-writes`, `x-critical`, the slots of its properties.
 */
const ROOMS = [
  'renderer/forms',
  'renderer/grammar',
  'renderer/plan',
  'renderer/runtime',
  'src/language-service',
  'src/review',
  'src/server',
  'src/shared',
  'src/studio',
];

const WIDGETS: ReadonlySet<unknown> = new Set(
  readdirSync('schemas/widgets').map((file) => file.replace('.schema.json', '')),
);

/** Only the engine can compile or send these, so no widget of another package does the same. */
const ENGINE_OWN: ReadonlySet<unknown> = new Set([
  'fields',
  'form',
  'group',
  'part',
  'repeat',
  'review',
  'slot',
  'steps',
]);

/** A kind of value too; the widget only shows words. */
const WORDS = 'text';

/** Rules that go by a name although another package may have such a widget, with the reason. */
const ALLOWED: { readonly [file: string]: readonly [names: string, reason: string] } = {
  'renderer/forms/create-form.ts': [
    'number-field text-field',
    'the two whose value changes with each key or step of a slider; no schema says it',
  ],
  'renderer/forms/draft-answer.ts': [
    'number-field text-field',
    'A stored answer of our number field says its unit; only our text field has "accept".',
  ],
  'renderer/forms/text-values.ts': [
    'check choices number-field rating',
    'A server chooses only among our widgets.',
  ],
  'renderer/grammar/compile/app.ts': ['frame image', 'Lists of hosts that app.json allows.'],
  'renderer/grammar/compile/field-values.ts': [
    'number-field rating tabs text-field',
    'No schema says what "max", "accept" and "negative" mean for a value.',
  ],
  'renderer/grammar/compile/fields.ts': ['city', 'A server chooses only among our widgets.'],
  'renderer/grammar/compile/guards.ts': ['code', 'No schema says that a text is a payment code.'],
  'renderer/grammar/compile/nodes.ts': [
    'city frame image',
    'Checks of properties that only these widgets have.',
  ],
  'renderer/grammar/compile/screen.ts': ['frame', 'No schema says that a widget itself writes its state.'],
  'renderer/grammar/compile/steps.ts': [
    'section',
    'The engine shows one section of a form with steps at a time.',
  ],
  'renderer/grammar/compile/written-type.ts': ['frame', 'It writes a boolean that nobody ticks.'],
  'renderer/grammar/difference/categorize.ts': [
    'button',
    'Order of a list of differences; it refuses nothing.',
  ],
  'renderer/grammar/lint/buttons.ts': ['button tabs', 'Only our button is "primary"; panels of our tabs.'],
  'renderer/grammar/lint/forms.ts': [
    'number-field text-field',
    'Words of a warning that is shown in any case.',
  ],
  'renderer/grammar/lint/idle.ts': ['button', 'Another widget may be shown without "tap".'],
  'renderer/grammar/lint/images.ts': ['image', 'Only our image has "zoom".'],
  'renderer/grammar/lint/project-wide.ts': [
    'amount button number-field',
    'Words of our buttons that another text may name; our widgets that write an amount with the currency.',
  ],
  'renderer/grammar/lint/rating.ts': ['rating', 'No schema says that an integer is a number of stars.'],
  'renderer/grammar/lint/words.ts': ['button image', 'The room of our button; the empty "alt" of our image.'],
  'renderer/grammar/migrate/renamed.ts': [
    'number-field text-field',
    'The migration renames members of our widgets.',
  ],
  'renderer/plan/first-code.ts': ['choice city day text-field', 'Our own chunk of code.'],
  'renderer/plan/terms.ts': ['amount check', 'Plans of earlier releases say it of no widget.'],
  'renderer/plan/upload-kinds.ts': ['files photos', 'A message says photos, any other field says files.'],
  'renderer/plan/written-kind.ts': [
    'check day number-field',
    'Plans of earlier releases say it of no widget.',
  ],
  'renderer/runtime/saved-lists.ts': ['code status', 'Members of a failure.'],
  'renderer/runtime/supply.ts': ['choices', 'A server chooses only among our widgets.'],
  'renderer/runtime/tree-node.ts': ['rows section', 'Another widget decides itself whether it is empty.'],
  'src/studio/fields/field-draft.ts': [
    'choice choices city day text-field',
    'A server chooses only among our widgets.',
  ],
  'src/studio/fields/field-form.tsx': ['text-field', 'A server chooses only among our widgets.'],
  'src/studio/fields/form-fields.ts': ['choice', 'Looks for options to suggest; refuses nothing.'],
  'src/studio/insert/kinds.ts': [
    'amount button check choice choices city code day files frame image item number-field photos progress rating rows section status table tabs text-field',
    'Icons and words of our widgets; a widget of another package is shown with the words of its schema.',
  ],
  'src/studio/insert/new-node.ts': ['amount button frame', 'What the studio offers; refuses nothing.'],
  'src/studio/model/action-edits.ts': ['button', 'Only our button must have `on`.'],
  'src/studio/screens/places.ts': ['section', 'Where a link to a new screen is offered; refuses nothing.'],
  'src/studio/stage/fill-in.ts': [
    'check choice choices city day number-field rating text-field',
    'Sample values; a field without one stays empty.',
  ],
  'src/studio/steps/steps.ts': ['section', 'Only our section has the look "steps".'],
};

type Node = { readonly [member: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const literalOf = (node: unknown): unknown =>
  isNode(node) && node['type'] === 'Literal' ? node['value'] : undefined;
const keyOf = (node: unknown): unknown => {
  if (!isNode(node) || node['computed'] === true || node['shorthand'] === true || !isNode(node['key']))
    return undefined;
  return node['key']['name'] ?? node['key']['value'];
};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isGuarded = (name: unknown) => WIDGETS.has(name) && !ENGINE_OWN.has(name) && name !== WORDS;

/** Whether an expression reads the type of a node: `type`, `plan.type`, `raw['type']`, `kind`. */
const READS_TYPE = /(?:^|[.?\s(!])(?:type|widget|kind)$|\['type'\]$/;
const ASKS = new Set(['has', 'includes', 'indexOf', 'lastIndexOf']);

/** The names in a list or in the keys of a record, if it is a table of widgets. */
function tableIn(names: readonly unknown[], isSet: boolean): readonly unknown[] {
  const guarded = names.filter(isGuarded);
  const isTable = names.every((name) => WIDGETS.has(name)) && (isSet || names.length > 1);
  return guarded.length > 1 || isTable ? guarded : [];
}

/** The names of widgets by which a source decides. */
function findNames(file: string, source: string): ReadonlySet<string> {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  const found = new Set<string>();
  const textOf = (node: unknown) =>
    isNode(node) ? source.slice(Number(node['start']), Number(node['end'])) : '';
  const note = (names: readonly unknown[]) => {
    for (const name of names) if (isGuarded(name)) found.add(String(name));
  };
  const look = (node: unknown, isSet = false): void => {
    if (Array.isArray(node)) {
      for (const one of node) look(one);
      return;
    }
    if (!isNode(node)) return;
    switch (node['type']) {
      case 'BinaryExpression':
        if (READS_TYPE.test(textOf(node['left']))) note([literalOf(node['right'])]);
        if (READS_TYPE.test(textOf(node['right']))) note([literalOf(node['left'])]);
        break;
      case 'SwitchStatement':
        if (READS_TYPE.test(textOf(node['discriminant'])))
          note(listOf(node['cases']).map((one) => (isNode(one) ? literalOf(one['test']) : undefined)));
        break;
      case 'ArrayExpression':
        note(tableIn(listOf(node['elements']).map(literalOf), isSet));
        break;
      case 'ObjectExpression':
        note(tableIn(listOf(node['properties']).map(keyOf), false));
        break;
      case 'CallExpression':
        if (isNode(node['callee']) && ASKS.has(textOf(node['callee']['property'])))
          note(listOf(node['arguments']).map(literalOf));
        break;
    }
    const isOfSet = node['type'] === 'NewExpression' && textOf(node['callee']) === 'Set';
    if (isOfSet) for (const one of listOf(node['arguments'])) look(one, true);
    else for (const inner of Object.values(node)) look(inner);
  };
  look(program);
  return found;
}

function sources(room: string): readonly string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.generated\.|testing/.test(name))
    .map((name) => `${room}/${name}`);
}

describe('rules ask the schema of a widget, not its name', () => {
  const found = Object.fromEntries(
    ROOMS.flatMap(sources).flatMap((file) => {
      const names = [...findNames(file, readFileSync(file, 'utf8'))].sort();
      return names.length === 0 ? [] : [[file, names.join(' ')]];
    }),
  );

  it('except those that have a reason; no reason is left over', () => {
    expect(found).toEqual(
      Object.fromEntries(Object.entries(ALLOWED).map(([file, [names]]) => [file, names])),
    );
  });

  it.each([
    ["if (plan.type === 'check') holdBack();", ['check']],
    ["const isCode = raw['type'] !== 'code';", ['code']],
    ["if ('frame' === node?.type) count();", ['frame']],
    ["const TYPED = new Set(['text-field']);", ['text-field']],
    ["const MONEY = ['amount', 'rows'];", ['amount', 'rows']],
    ["const MIXED = ['amount', 'check', 'field-list'];", ['amount', 'check']],
    ['const MOST = { photos: 9, files: 1 };', ['photos', 'files']],
    ["switch (plan.type) { case 'day': say(); }", ['day']],
    ["types.lastIndexOf('tabs')", ['tabs']],
  ])('detects a planted rule, as in %s', (source, names) => {
    expect([...findNames('planted.ts', source)]).toEqual(names);
  });

  it.each([
    "if (type === 'form' || type === 'repeat') enter();",
    "if (shape.type === 'text') read();",
    "const node = { type: 'section', body: [] };",
    'const error = { code, status };',
    "type Day = Pick<Props, 'day'>;",
  ])('allows what names no such widget in a rule: %s', (source) => {
    expect([...findNames('fine.ts', source)]).toEqual([]);
  });
});
