import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import limits from '#schemas/limits.json';
import functions from '#schemas/functions.json';
import { RECEIVER_CALLS } from '#renderer/grammar/expression/functions.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import type { CodeEntries } from '#renderer/grammar/codes/entry.ts';
import { fence, table, titleOfFixture, writeJson, writeMembers } from './markdown.ts';
import { OPERATORS, REFUSED } from './operators.ts';
import { anchorOf, describeRecord, nameOf, type Placed, readCatalogue, readSchema } from './schemas.ts';

/* Each page of docs/reference, from schemas, fixtures and the texts of `capiz explain`. */

const ROOT = join(import.meta.dirname, '../..');

export interface Example {
  readonly file: string;
  /** The example as it is written in a definition. */
  readonly source: unknown;
  /** Additional properties for rendering: a value, a problem. */
  readonly given?: readonly string[];
  /** The rendered text; absent for actions. */
  readonly tree?: string;
}

const MADE =
  'This page is made of the schemas and fixtures: `npx vitest run tests/contract/reference.test.ts --update=all`.\n';

/** Members of every widget, described on one page. */
const ofNodes = describeRecord(part('node.schema.json', 'node'), '');
const NODE_MEMBERS: ReadonlySet<string> = new Set([
  '$schema',
  'type',
  'do',
  ...ofNodes.members.map(({ name }) => name),
]);
const ofActions = describeRecord(part('action-common.schema.json', 'common'), '');
const ACTION_MEMBERS: ReadonlySet<string> = new Set(['do', ...ofActions.members.map(({ name }) => name)]);

function part(file: string, name: string): Placed {
  return { file, schema: readSchema(file).$defs?.[name] ?? {} };
}

function writeExamples(examples: readonly Example[], depth: number): string {
  return examples
    .map(({ file, source, given = [], tree }) => {
      const told = given.length === 0 ? 'Told' : `With ${given.join(', ')}, told`;
      const drawn = tree === undefined ? '' : `\n${told} to a borrower as\n\n${fence('text', tree)}`;
      return `\n${'#'.repeat(depth)} ${titleOfFixture(file)}\n\n${fence('json', writeJson(source))}${drawn}`;
    })
    .join('');
}

/** A page of a widget or overlay. */
export function writeWidgetPage(entry: Placed, examples: readonly Example[]): string {
  const { schema } = entry;
  const name = nameOf(entry);
  const folder = entry.file.split('/')[0];
  const isWhole = schema.allOf === undefined && folder === 'widgets';
  const described = describeRecord(entry, '../', isWhole ? new Set(['type']) : NODE_MEMBERS);
  const common = isWhole
    ? ''
    : `It also has [the members of every ${folder === 'overlays' ? 'overlay' : 'widget'}](../README.md#members-of-every-widget).\n\n`;
  return `# ${name}

${schema.description ?? ''}

Schema: [\`schemas/${entry.file}\`](../../../schemas/${entry.file})${examples.length === 0 ? '' : ` · Examples: [\`fixtures/widgets/${name}\`](../../../fixtures/widgets/${name})`}

## Members

${common}${writeMembers(described, 3)}
${examples.length === 0 ? '' : `## Examples\n${writeExamples(examples, 3)}\n`}${MADE}`;
}

/** All actions on one page, because they are few. */
export function writeActionsPage(examplesOf: (name: string) => readonly Example[]): string {
  const entries = readCatalogue('action.schema.json');
  const list = entries.map((entry) => [
    `[${nameOf(entry)}](#${nameOf(entry)})`,
    entry.schema.description ?? '',
  ]);
  const sections = entries.map((entry) => {
    const described = describeRecord(entry, '', ACTION_MEMBERS);
    return `
## ${nameOf(entry)}

${entry.schema.description ?? ''} ([\`schemas/${entry.file}\`](../../schemas/${entry.file}))

${writeMembers(described, 3)}${writeExamples(examplesOf(nameOf(entry)), 3)}`;
  });
  return `# Actions

Actions run after an event: a tap, the opening of a screen, the sending of a form. The actions of a list run in order. If one
fails, the first case of its \`catch\` whose \`when\` is true runs, and the list ends.

${table(['action', 'what it does'], list)}
## Members of every action

${writeMembers(ofActions, 3)}${sections.join('')}
${MADE}`;
}

/** Documents whose examples come from the test library. */
const DOCUMENTS: readonly (readonly [kind: string, where: string, example: string | undefined])[] = [
  ['screen', '`screens/<id>.screen.json`: one screen.', 'screens/shelf.screen.json'],
  [
    'part',
    '`screens/parts/<id>.part.json`: a component that several screens use.',
    'screens/parts/fine.part.json',
  ],
  ['app', '`screens/app.json`: what all screens share.', 'screens/app.json'],
  [
    'endpoint',
    '`schemas/api/<name>.endpoint.json`: the contract of an HTTP call: request, reply and errors.',
    'schemas/api/reserve-book.endpoint.json',
  ],
  [
    'messages',
    '`screens/messages/<language>.json`: translations by source text.',
    'screens/messages/de.json',
  ],
  ['tokens', '`screens/theme/*.json`: colours, sizes and spaces, as design tokens.', undefined],
  [
    'states',
    '`fixtures/states/<screen>.json`: the states of a screen in the gallery and in `capiz test`.',
    undefined,
  ],
  [
    'scripts',
    '`fixtures/scripts/<screen>.json`: tests: steps on a screen, with the expected results.',
    undefined,
  ],
  [
    'scenario',
    '`fixtures/scenarios/<name>.json`: replies of the simulated service to one borrower.',
    undefined,
  ],
  ['service', '`fixtures/service.json`: replies of the simulated service in every scenario.', undefined],
];

export function writeDocumentsPage(): string {
  // Objects that two kinds of document share, such as the steps of states and scripts, are written once.
  const written = new Map<string, { readonly kind: string; readonly text: string }>();
  const sections = DOCUMENTS.map(([kind, where, example]) => {
    const file = `${kind}.schema.json`;
    const { members, inner } = describeRecord({ file, schema: readSchema(file) }, '');
    const isWritten = ({ title, members: own }: (typeof inner)[number]) =>
      written.get(title)?.text === JSON.stringify(own);
    const shared = inner.filter(isWritten).map(({ title }) => ({
      first: written.get(title)?.kind ?? kind,
      link: `[${title.toLowerCase()}](#${anchorOf(title)})`,
    }));
    const described = { members, inner: inner.filter((one) => !isWritten(one)) };
    for (const { title, members: own } of described.inner)
      if (!written.has(title)) written.set(title, { kind, text: JSON.stringify(own) });
    const asBefore = [...new Set(shared.map(({ first }) => first))]
      .map((first) => {
        const links = shared.filter((one) => one.first === first).map(({ link }) => link);
        return `\nAs in [${first}](#${first}): ${links.join(', ')}.\n`;
      })
      .join('');
    const shown =
      example === undefined
        ? ''
        : `\n### Example: ${kind}\n\n${fence('json', asNew(readFileSync(join(ROOT, 'fixtures/bad/world', example), 'utf8')))}`;
    return `\n## ${kind}\n\n${where} Schema: [\`schemas/${file}\`](../../schemas/${file})\n\n${writeMembers(described, 3)}${asBefore}${shown}`;
  });
  const list = DOCUMENTS.map(([kind, where]) => [`[${kind}](#${kind})`, where]);
  return `# Documents

Every object may have members whose names begin with \`x-\`; the engine ignores them. \`x-acknowledged\` holds the reasons
for accepted warnings; \`x-examples\` of a rule holds the examples for its pattern. Comments (\`//\`) are allowed everywhere.

${table(['document', 'where'], list)}${sections.join('')}
${MADE}`;
}

/** The text of a document as `capiz new` creates it: without comments, in the current grammar. */
function asNew(text: string): string {
  return text.replace(/^\/\/.*\n/gm, '').replace(/"grammar": \d+/, `"grammar": ${GRAMMAR}`);
}

/** Roots of the language, and the two that exist only in a scenario's cases. */
export const ROOT_MEANINGS: { readonly [root: string]: readonly [where: string, what: string] } = {
  params: [
    'screens, parts, bridge fallbacks',
    '`params.<name>`: parameters of the screen, of the part, or of the bridge method.',
  ],
  session: ['everywhere but in contracts', '`session.<name>`: who the borrower is, as app.json declares it.'],
  config: ['everywhere', '`config.<group>.<name>`: configuration, as app.json declares it.'],
  device: [
    'everywhere but in contracts',
    'The phone: `online`, `inShell` (in our app), `inApp` (in WeChat), `dark` (Boolean); `keyboardInset` (pixels), `textScale` (Number); `language` (Text).',
  ],
  data: ['screens, after the data is loaded', '`data.<name>`: data that the screen loaded from an endpoint.'],
  fetched: ['screens', '`fetched.<name>`: the Date when `data.<name>` was loaded; absent until then.'],
  pages: [
    'screens with data that has `pages`',
    '`pages.<name>.more` (Boolean: the service has another page), `pages.<name>.loading` (Boolean: it is being read) and `pages.<name>.read` (Integer: pages read so far).',
  ],
  state: ['screens, parts', '`state.<name>`: state of the screen or part while it is open.'],
  kept: [
    'everywhere but in contracts',
    '`kept.<name>`: values stored on the device, as app.json declares them.',
  ],
  form: ['screens, parts', '`form.<id>.<name>`: the value of a field.'],
  timer: [
    'screens, parts',
    '`timer.<name>.left` (seconds, Integer) and `timer.<name>.running` (Boolean) of a countdown.',
  ],
  error: [
    '`catch`, `invalid`, `failed`, `failures`',
    'The failure: `kind` (for example `network`, `business`, `invalid-reply`), and where there are any `code`, `message`, `pointer` and `status` (Integer: of the HTTP reply).',
  ],
  reply: [
    '`done` and `failed` of a critical request, `check` of a `remote` rule',
    'The answer of the endpoint that was asked.',
  ],
  request: ['`path` of a contract, cases of a scenario', '`request.<name>`: members of the request.'],
  memory: ['cases of a scenario', '`memory.<name>`: what the simulator remembers of the order.'],
  order: ['cases of a scenario', '`order.id`, `order.productId`, `order.stage`.'],
};

function rootRows(): readonly (readonly string[])[] {
  return Object.entries(ROOT_MEANINGS).map(([root, [where, what]]) => [`\`${root}\``, where, what]);
}

export function writeValuesPage(): string {
  const { $defs = {} } = readSchema('value.schema.json');
  const rows = Object.entries($defs).filter(([name]) => name !== 'when');
  const list = rows.map(([name, schema]) => [
    `<a id="${name}"></a>\`${name}\``,
    schema.description ?? `A name: \`${String(schema['pattern'])}\`.`,
  ]);
  const rule = describeRecord({ file: 'rule.schema.json', schema: readSchema('rule.schema.json') }, '');
  const type = describeRecord(part('value.schema.json', 'type'), '');
  const bounds = Object.entries(limits).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en')]);
  return `# Values

The kinds of values that a member can have. A text may contain expressions, \`\${…}\`; instead of a text you can write a \`choose\`:

${fence('json', writeJson({ choose: [{ when: 'data.book.isLent', value: 'Out' }, 'In'] }))}
${table(['value', 'meaning'], list)}
## Roots of expressions

An expression reads a value by a path. The path begins with one of these roots, or with a name that \`as\` or \`at\` of a
list introduces.

${table(['root', 'known in', 'what it reads'], rootRows())}
A new name in a document (for example in \`as\`) cannot be the name of one of these roots, or of a function of grammar 1 to 4.

## Types

Types of parameters, state, kept values, configuration and the members of replies.

${writeMembers(type, 3)}
## Rules

Validation rules of the fields of a form.

${writeMembers(rule, 3)}
## Limits

The checker, the server and the page have the same limits. A document beyond a limit is refused, and the message names the limit.

${table(['limit', 'at most'], bounds)}
${MADE}`;
}

export interface FunctionExample {
  readonly expression: string;
  readonly value: unknown;
}

/** The value of an expression on the data of fixtures/language, or the checker's reason for refusing it. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  /** Accepted only where a value may be absent; `undefined` if it is absent on this data. */
  | { readonly kind: 'optional'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly why: string };

function writeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'value':
      return `\`${writeJson(outcome.value)}\``;
    case 'optional':
      return `${outcome.value === undefined ? 'absent' : `\`${writeJson(outcome.value)}\``}; refused in a condition`;
    case 'refused':
      return `refused: ${outcome.why}`;
  }
}

function writeOutcomes(expressions: readonly string[], evaluate: (expression: string) => Outcome): string {
  return table(
    ['expression', 'is'],
    expressions.map((expression) => [`\`${expression}\``, writeOutcome(evaluate(expression))]),
  );
}

export function writeFunctionsPage(
  examplesOf: (name: string) => readonly FunctionExample[],
  evaluate: (expression: string) => Outcome,
): string {
  const operators = OPERATORS.map(
    ({ title, meaning, absent, examples }) =>
      `\n### ${title}\n\n${meaning}\n\n**Absent:** ${absent}\n\n${writeOutcomes(examples, evaluate)}`,
  );
  const sections = Object.entries(functions).map(([name, shape]) => {
    const given = shape.arguments.map((one) => one.replaceAll('|', ' or ').replace(/^(.+)\?$/, '[$1]'));
    const result = shape.result.replace('same', 'of the same type').replace(/\?$/, ', may be absent');
    const examples = examplesOf(name).map(({ expression, value }) => [
      `\`${expression}\``,
      value === null ? 'absent' : `\`${writeJson(value)}\``,
    ]);
    const [receiver, ...others] = given;
    const call = RECEIVER_CALLS.has(name)
      ? `${receiver}.${name}(${others.join(', ')})`
      : `${name}(${given.join(', ')})`;
    return `\n### ${name}\n\n\`${call}\` returns ${result}. ${shape.description.replace(/^Called on a text: (.)/, (_, letter: string) => letter.toUpperCase())}\n\n${table(['expression', 'is'], examples)}`;
  });
  return `# Expressions: operators and functions

An expression is written alone in a condition (\`visibleWhen\`, \`when\`), and as \`\${…}\` in a value. It begins at a
[root](values.md#roots-of-expressions). The examples are evaluated on the data of
[\`fixtures/language/context.json\`](../../fixtures/language/context.json), in which \`data.book.subtitle\`,
\`data.book.publisher\`, \`data.visits\`, \`state.query\` and \`form.review.stars\` are absent. Amounts and dates are written as
for a page without a language.

## Absent values

A value that a contract or a declaration does not require may be absent (as an optional property in TypeScript). There is no null. Where a value may be absent, an
expression that reads something absent is absent as a whole, and a \`choose\` takes its next entry. Where a value is required,
and in every condition, the checker refuses such an expression (\`expression/absent\`) until \`has(…)\` proves that the value is
there or \`.orValue(…)\` says what to use instead.

## Operators
${operators.join('')}
## What is not supported

Other languages have these; the checker refuses them and says what to write.

${writeOutcomes(REFUSED, evaluate)}
To repeat a widget or a list entry write \`each\`:

${fence('json', writeJson([{ each: 'data.book.readers', as: 'reader', value: { who: '${reader.name}' } }]))}
## Functions

If an argument is absent, the result is absent.
${sections.join('')}
${MADE}`;
}

export function writeProblemsPage(
  codes: CodeEntries,
  examplesOf: (code: string) => readonly string[],
): string {
  const rooms = new Map<string, string[]>();
  for (const code of Object.keys(codes)) {
    const room = code.split('/')[0] ?? '';
    rooms.set(room, [...(rooms.get(room) ?? []), code]);
  }
  const list = [...rooms].map(([room, names]) => [
    `[${room}](#${room})`,
    names.map((name) => `[${name.replace(`${room}/`, '')}](#${name.replace('/', '')})`).join(', '),
  ]);
  const sections = [...rooms].map(([room, names]) => {
    const entries = names.map((name) => {
      const entry = codes[name];
      if (entry === undefined) return '';
      const links = examplesOf(name).map((path) => `[\`${path.replace(/^.*\//, '')}\`](../../${path})`);
      const tried = links.length === 0 ? '' : `\nFound in ${links.join(', ')}.\n`;
      return `
### ${name}

**${entry.title}** (${entry.severity}). ${entry.why}

${fence('text', `bad   ${indent(entry.bad)}\ngood  ${indent(entry.good)}`)}${tried}`;
    });
    return `\n## ${room}\n${entries.join('')}`;
  });
  return `# Problems

Every code that \`capiz check\` reports; \`capiz explain <code>\` prints the same text. A code is never used again for another
meaning. Each links test definitions that have exactly this problem.

${table(['', 'codes'], list)}${sections.join('')}
${MADE}`;
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n      ');
}

export function writeIndexPage(): string {
  const rows = (entries: readonly Placed[]) =>
    entries.map((entry) => [
      `[${nameOf(entry)}](widgets/${nameOf(entry)}.md)`,
      entry.schema.title ?? '',
      entry.schema.description ?? '',
    ]);
  return `# Reference

| page | content |
| --- | --- |
| [Documents](documents.md) | each member of a screen, part, app.json, contract, catalogue, token file, state, script, scenario and service |
| [Values](values.md) | kinds of values, roots of expressions, types, rules, limits |
| [Widgets](#widgets) | the widgets, with their members and examples |
| [Actions](actions.md) | the actions, with their members and examples |
| [Expressions](functions.md) | operators and functions, and absent values |
| [Problems](problems.md) | the codes of \`capiz check\`: cause, reason and correction |

The [guide](../guide/language.md) teaches the language from a first screen on; its numbered rules are in
[SPEC.md](../../renderer/grammar/SPEC.md).

## Widgets

${table(['widget', 'name', 'what it is'], rows(readCatalogue('widget.schema.json')))}
## Overlays

${table(['overlay', 'name', 'what it is'], rows(readCatalogue('overlay.schema.json')))}
## Members of every widget

${writeMembers(ofNodes, 3)}
${MADE}`;
}
