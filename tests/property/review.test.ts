import { describe, expect, it } from 'vitest';
import { serializePlan } from '#renderer/grammar/compile.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { compileFiles } from '#src/server/registry/compile.ts';
import { randomOf } from '#src/server/registry/simulation.ts';
import { findReviewNeeds, type Side } from '#src/review/review-needs.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { LONG, SEED } from './settings.ts';

/** Number of leaves in the random sample of a short run. */
const DRAWN = 400;

/**
 * The changes that one person may publish alone, written by hand, independently of the code. Screens: those without money,
 * consent or legal texts. Members: texts for people, by their node or action.
 */
const SCREENS =
  `about-us complaint-list complaint-start customer-service download in-app in-app-home in-app-login
  in-app-product not-found signed-out`.split(/\s+/);
const WORDS: { readonly [owner: string]: readonly string[] } = {
  screen: ['title', 'documentTitle'],
  text: ['text'],
  section: ['title', 'empty'],
  image: ['alt'],
  item: ['title', 'text'],
  status: ['title', 'text'],
  button: ['text', 'busy', 'disabledNote'],
  'text-field': ['label', 'hint'],
  choice: ['label', 'hint', 'empty', 'ok', 'cancel'],
  group: ['title'],
  dialog: ['title'],
  sheet: ['title'],
  notice: ['text'],
  request: ['busy'],
  rows: ['more', 'less'],
  row: ['label', 'value', 'note'],
  option: ['text', 'note'],
  tag: ['text'],
  tabs: ['label'],
};
/** The kind of the items of a list, by the name of its member. */
const ITEMS: { readonly [list: string]: string } = { rows: 'row', options: 'option', tags: 'tag' };

interface Leaf {
  readonly path: string;
  readonly pointer: string;
  readonly value: string | number | boolean;
}

const files = readProjectBytes('.');
const texts = new Map([...files].map(([path, bytes]) => [path, isAsset(path) ? '' : bytes.toString('utf8')]));
const { app, plans } = compileFiles([...texts].map(([path, text]) => ({ path, text })));
if (app === undefined) throw new Error('The project has errors.');
const planTexts = new Map([...plans].map(([id, plan]) => [id, serializePlan(plan)]));
const before: Side = {
  files: Object.fromEntries([...texts].map(([path, text]) => [path, isAsset(path) ? path : text])),
  app: serializePlan(app),
  plans: Object.fromEntries(planTexts),
  plan: (screen) => plans.get(screen) as Plan,
  appPlan: () => app,
  text: (path) => texts.get(path),
};

/** The project with another text of this document; the plans of the screens that use it change too. */
function changedTo(path: string, text: string, reached: readonly string[]): Side {
  return {
    ...before,
    files: { ...before.files, [path]: isAsset(path) ? `${path} another` : text },
    plans: { ...before.plans, ...Object.fromEntries(reached.map((id) => [id, `another ${id}`])) },
    text: (one) => (one === path ? text : texts.get(one)),
  };
}

/** The screens that use a document, directly or not. */
function reachOf(path: string): readonly string[] {
  const [, screen] = /^screens\/([^/]+)\.screen\.json$/.exec(path) ?? [];
  if (screen !== undefined) return [screen];
  const [, part] = /^screens\/parts\/([^/]+)\.part\.json$/.exec(path) ?? [];
  const using = (name: string) =>
    [...plans.keys()].filter((id) => texts.get(`screens/${id}.screen.json`)?.includes(`"part": "${name}"`));
  return part === undefined ? [...plans.keys()] : using(part);
}

function leavesOf(path: string, value: unknown, pointer = ''): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ path, pointer, value }];
  const entries = Array.isArray(value) ? [...value.entries()] : isJson(value) ? Object.entries(value) : [];
  return entries.flatMap(([name, inner]) => leavesOf(path, inner, joinPointer(pointer, String(name))));
}

function replaceAt(root: unknown, pointer: string, value: unknown): string {
  const copy = structuredClone(root);
  const names = splitPointer(pointer);
  const last = names.pop() ?? '';
  const holder = names.reduce<unknown>((at, name) => (at as { [name: string]: unknown })[name], copy);
  (holder as { [name: string]: unknown })[last] = value;
  return JSON.stringify(copy);
}

/** Whether the table exempts the member: a text for people, on an exempt screen. */
function isAlone({ path, pointer, value }: Leaf, root: unknown): boolean {
  const [, screen] = /^screens\/([^/]+)\.screen\.json$/.exec(path) ?? [];
  const [, part] = /^screens\/parts\/([^/]+)\.part\.json$/.exec(path) ?? [];
  const reached = screen === undefined ? (part === undefined ? [] : reachOf(path)) : [screen];
  if (reached.length === 0 || !reached.every((one) => SCREENS.includes(one))) return false;
  // A text that is only `${…}` is formatted differently with words beside it, so it is not exempt.
  if (typeof value !== 'string' || /^\$\{[^}]*\}$/.test(value)) return false;
  const names = splitPointer(pointer);
  if (names.includes('with') || names.includes('description')) return false;
  // In a text with cases only `value` counts, not `when` or `context`.
  const choose = names.indexOf('choose');
  if (choose >= 0 && names.slice(choose + 2).join('/') !== '' && names.at(-1) !== 'value') return false;
  const member = choose >= 0 ? choose - 1 : names.length - 1;
  const holder = names
    .slice(0, member)
    .reduce<unknown>((at, name) => (at as { [name: string]: unknown })[name], root);
  const { type, do: act } = holder as { type?: unknown; do?: unknown };
  const list = ITEMS[names[member - 2] ?? ''];
  const owner = member === 0 ? 'screen' : (list ?? (typeof type === 'string' ? type : act));
  return typeof owner === 'string' && (WORDS[owner] ?? []).includes(names[member] ?? '');
}

const documents = [...texts].filter(([path]) => !isAsset(path));
const roots = new Map(documents.map(([path, text]) => [path, JSON.parse(text) as unknown]));
const all = documents.flatMap(([path]) => leavesOf(path, roots.get(path)));

function another(value: Leaf['value']): Leaf['value'] {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : `Otherwise ${value}`;
}

function wantsFor({ path, pointer, value }: Leaf, next = another(value)): boolean {
  const after = changedTo(path, replaceAt(roots.get(path), pointer, next), reachOf(path));
  return findReviewNeeds(before, after).length > 0;
}

/** A line if the code's result for a leaf differs from the table. */
function judge(leaf: Leaf): string[] {
  const expected = !isAlone(leaf, roots.get(leaf.path));
  return wantsFor(leaf) === expected
    ? []
    : [`${leaf.path}#${leaf.pointer} ${expected ? 'must want' : 'must not want'} one`];
}

describe(`Which changes need a second person (seed ${SEED})`, () => {
  it('every leaf of the shipped project, as the table defines', { timeout: 1_200_000 }, () => {
    const random = randomOf(SEED);
    const alone = all.filter((leaf) => isAlone(leaf, roots.get(leaf.path)));
    const draw = (from: readonly Leaf[], count: number): Leaf[] =>
      Array.from({ length: count }, () => from[Math.floor(random() * from.length)] as Leaf);
    // Few leaves are exempt, so half of the sample is taken from the exempt ones.
    const tried = LONG ? all : [...draw(alone, DRAWN / 2), ...draw(all, DRAWN / 2)];
    expect(alone.length).toBeGreaterThan(50);
    expect(tried.flatMap((leaf) => judge(leaf))).toEqual([]);
  });

  it('every value to which an expression is added', () => {
    const alone = all.filter((leaf) => isAlone(leaf, roots.get(leaf.path)));
    expect(alone.filter((leaf) => !wantsFor(leaf, `${String(leaf.value)} \${session.sessionId}`))).toEqual(
      [],
    );
  });

  it.each([
    ['words over the pay button', 'screens/pay-way.screen.json'],
    ['the pay codes, in their part', 'screens/parts/pay-code.part.json'],
    ['the stored pay code', 'screens/repay-code-stored.screen.json'],
    ['the payment instructions', 'screens/payment-instructions.screen.json'],
    ['the target of Repay', 'screens/order.screen.json'],
    ['the payment methods', 'screens/repay.screen.json'],
    ['the bank account, in its part', 'screens/parts/bank-account.part.json'],
    ['the promotion', 'screens/promotion.screen.json'],
    ['the agreement', 'screens/loan-agreement.screen.json'],
    ['the agreement of a promotion', 'screens/promotion-agreement.screen.json'],
    ['the privacy policy', 'screens/privacy-policy.screen.json'],
    ['the review policy and the allowed hosts', 'screens/app.json'],
    ['a translation of anything', 'screens/messages/fil-PH.json'],
    ['the colours', 'screens/theme/light.tokens.json'],
    ['a contract', 'schemas/api/contact-info.endpoint.json'],
  ])('every change of %s', (_title, path) => {
    const leaves = leavesOf(path, roots.get(path));
    expect(leaves.length).toBeGreaterThan(0);
    // A sample is enough for a catalogue of thousands.
    const tried = leaves.filter((_leaf, at) => LONG || at % Math.ceil(leaves.length / 30) === 0);
    expect(tried.filter((leaf) => !wantsFor(leaf))).toEqual([]);
  });

  it('every added or removed member', () => {
    const random = randomOf(SEED + 1);
    for (let count = 0; count < 100; count += 1) {
      const [path, root] = [...roots][Math.floor(random() * roots.size)] as [string, object];
      const names = Object.keys(root).filter((name) => name !== '$schema');
      const gone = names[Math.floor(random() * names.length)] ?? '';
      const { [gone]: _gone, ...rest } = root as { [name: string]: unknown };
      for (const text of [JSON.stringify(rest), JSON.stringify({ ...root, newcomer: 'Words' })]) {
        expect(findReviewNeeds(before, changedTo(path, text, reachOf(path))), `${path} ${gone}`).not.toEqual(
          [],
        );
      }
    }
  });

  it.each([
    ['an image that replaces another', 'screens/assets/pay-counter.svg', undefined],
    ['a new screen', 'screens/newcomer.screen.json', '{"id":"newcomer","routes":["/repay"]}'],
    ['a new image', 'screens/assets/newcomer.svg', ''],
    ['a new kind of file', 'screens/newcomer.json', '{}'],
    ['a new catalogue', 'screens/messages/tl.json', '{"messages":{}}'],
  ])('%s', (_title, path, text) => {
    expect(findReviewNeeds(before, changedTo(path, text ?? '', []))).not.toEqual([]);
  });

  it.each([...texts.keys()])('the removal of %s', (path) => {
    const { [path]: _gone, ...rest } = before.files;
    expect(findReviewNeeds(before, { ...before, files: rest })).not.toEqual([]);
  });

  it('a document that another version of this program compiles differently', () => {
    const plansOf = { ...before.plans, 'about-us': 'another' };
    expect(findReviewNeeds(before, { ...before, plans: plansOf })).toEqual([
      { kind: 'change', subject: 'about-us' },
    ]);
    expect(findReviewNeeds(before, { ...before, app: 'another' })).toEqual([
      { kind: 'change', subject: 'screens/app.json' },
    ]);
    expect(findReviewNeeds(before, before)).toEqual([]);
  });
});
