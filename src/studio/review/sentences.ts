import type { ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { titleOf } from '#src/shared/title-of.ts';
import { sayStep } from '../actions/kinds.ts';
import type { Surroundings } from '../actions/surroundings.ts';
import { saySentence, type Words } from '../conditions/say.ts';
import { memberTitle, wordsOf } from '../properties/describe.ts';
import type { ReadDifference } from './moves.ts';
import { cut, findSubject, type NamedNode, nameTranslated, nodesIn, showValue, subjectAt } from './words.ts';

/** Words of a sentence; `del` and `ins` are a text before and after. */
export type Part = string | { readonly del: string } | { readonly ins: string };

export interface Sentence {
  readonly parts: readonly Part[];
  /** For a screen's own copy of a shared part: that the change is only there. */
  readonly scope?: string;
  /** Why it may break something. */
  readonly breaking?: string;
}

/** A changed document, before and after. */
export interface ChangedDocument {
  /** Undefined: it is not there. */
  readonly before: unknown;
  readonly after: unknown;
  /** How its conditions are said. */
  readonly words: Words;
  /** What its actions can name. */
  around(): Surroundings;
  /** Whether it has the translations of texts. */
  readonly isCatalogue: boolean;
}

/** Maximum length of a value. */
const LONGEST = 160;
/** A member with a condition: how a sentence goes on. */
const CONDITIONS: { readonly [member: string]: readonly [only: string, always: string, never: string] } = {
  visibleWhen: ['is now shown only when', 'is now always shown', 'is now hidden'],
  enabledWhen: ['can now be used only when', 'can now always be used', 'can no longer be used'],
};
/** The same of a new node. */
const FIRST_CONDITIONS: { readonly [member: string]: readonly [only: string, never: string] } = {
  visibleWhen: ['is shown only when', 'is hidden'],
  enabledWhen: ['can be used only when', 'cannot be used'],
};
/** Maximum number of nodes in a new node that are named. */
const MOST_NAMED = 5;
/** Members whose text is all that a node says. */
const SPOKEN = new Set(['text', 'label']);

/** The differences of one document as sentences; those of one list of steps are one sentence. */
export function sayDocument(
  differences: readonly (ReadDifference & Pick<ProjectDifference, 'breaking'>)[],
  document: ChangedDocument,
): readonly Sentence[] {
  const said = new Set<string>();
  const ofTranslations = differences.filter(
    (difference) => document.isCatalogue && isOfTranslation(difference),
  );
  const translations = ofTranslations.length === 0 ? [] : sayTranslations(document);
  const others = differences.filter((difference) => !ofTranslations.includes(difference));
  const sentences = others.flatMap((difference): readonly Sentence[] => {
    const { breaking } = difference;
    const list = listOf(difference);
    const parts =
      list === undefined ? sayDifference(difference, document) : saySteps(list, difference, document);
    // A list of steps has several differences.
    const key = JSON.stringify(parts);
    if (said.has(key)) return [];
    said.add(key);
    return [{ parts, ...(breaking !== undefined && { breaking }) }];
  });
  return [...translations, ...sentences];
}

function isOfTranslation({ before, after }: ReadDifference): boolean {
  return ['messages', 'contexts'].includes(splitPointer((after ?? before)?.pointer ?? '')[0] ?? '');
}

interface StepList {
  /** Pointer of the list on the side that the difference is on. */
  readonly pointer: string;
  readonly owner: string;
  readonly event: string;
}

/** The outermost list of steps around a difference. */
function listOf({ before, after }: ReadDifference): StepList | undefined {
  const names = splitPointer((after ?? before)?.pointer ?? '');
  const at = names.indexOf('on');
  if (at < 0 || names.length < at + 2) return undefined;
  const owner = pointerOf(names.slice(0, at));
  const event = names[at + 1] ?? '';
  return { pointer: joinPointer(`${owner}/on`, event), owner, event };
}

function saySteps(
  { pointer, owner, event }: StepList,
  { before, after }: ReadDifference,
  document: ChangedDocument,
): readonly Part[] {
  const root = after === undefined ? document.before : document.after;
  // The node may have been at another position.
  const origin = listOf({ ...(before && { before }) })?.pointer ?? pointer;
  const [was, is] = [
    sayList(valueAt(document.before, origin), document),
    sayList(valueAt(document.after, pointer), document),
  ];
  const subject = subjectAt(root, owner) || 'the screen';
  const moment = `On ${wordsOf(event).toLowerCase()}, ${subject}`;
  if (was === is) return [`${moment} does the same steps with other details: `, { ins: is }, '.'];
  return [`${moment} now does: `, { ins: is }, '. Before: ', { del: was }, '.'];
}

function sayDifference(difference: ReadDifference, document: ChangedDocument): readonly Part[] {
  const { before, after, isMoved } = difference;
  const place = after ?? before;
  const root = after === undefined ? document.before : document.after;
  const names = splitPointer(place?.pointer ?? '');
  const { subject, from } = findSubject(root, names);
  const rest = names.slice(from);
  if (isMoved === true) return [`${subject} moved ${whereIn(root, names)}.`];
  if (names.length === 0) return [before === undefined ? 'It is new.' : 'It is deleted.'];
  if (rest.length === 0) {
    if (before !== undefined && after !== undefined) return sayOther(before.value, after.value);
    return before === undefined
      ? [{ ins: subject }, ` is new ${whereIn(root, names)}.`, ...sayContents(after, document)]
      : [{ del: subject }, ' is gone.'];
  }
  const member = rest.at(-1) ?? '';
  const condition = CONDITIONS[member] ?? (member === 'when' ? whenOf(rest) : undefined);
  if (condition !== undefined) return sayCondition(subject, condition, difference, document.words);
  if (typeof before?.value === 'string' && typeof after?.value === 'string') {
    return sayTexts(before, after, { rest, subject }, document);
  }
  return sayMember(difference, { subject, rest }, document.words);
}

/** What a new node contains, when it is shown and what it does, and the same of the nodes in it. */
function sayContents(after: ReadDifference['after'], document: ChangedDocument): readonly Part[] {
  const nodes = nodesIn(after?.value, after?.pointer ?? '');
  const [own, ...inner] = nodes;
  // A new action, or a new record that is not a node.
  if (own === undefined || own.pointer !== after?.pointer) return [];
  const left = inner.length - MOST_NAMED;
  const named = inner.slice(0, left > 1 ? MOST_NAMED : inner.length).map(({ subject }) => subject);
  const list = left > 1 ? [...named, `${left} more`] : named;
  return [
    ...(list.length === 0 ? [] : [' It contains ', { ins: list.join(', ') }, '.']),
    ...nodes.flatMap((node) => sayBehaviour(node, node === own ? undefined : node.subject, document)),
  ];
}

/** @param name - Undefined for the node that the sentence is about. */
function sayBehaviour(
  { record }: NamedNode,
  name: string | undefined,
  document: ChangedDocument,
): readonly Part[] {
  const conditions = Object.entries(FIRST_CONDITIONS).flatMap(([member, [only, never]]): readonly Part[] => {
    const condition = record[member];
    if (condition === undefined) return [];
    const who = ` ${name ?? 'It'}`;
    if (String(condition) === 'false') return [`${who} ${never}.`];
    return [`${who} ${only} `, { ins: cut(saySentence(String(condition), document.words), LONGEST) }, '.'];
  });
  const steps = Object.entries(isJson(record['on']) ? record['on'] : {}).flatMap(
    ([event, list]): readonly Part[] => [
      ` On ${wordsOf(event).toLowerCase()}, ${name ?? 'it'} does: `,
      { ins: sayList(list, document) },
      '.',
    ],
  );
  return [...conditions, ...steps];
}

/** A list of steps in words. */
function sayList(value: unknown, document: ChangedDocument): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const said = list.map((one) => (isJson(one) ? sayStep(one, document.around()) : String(one)));
  return said.length === 0 ? 'nothing' : said.join(', then ');
}

interface Translation {
  readonly words: string;
  readonly isDraft: boolean;
  /** The whole entry as it is written, to find what else differs. */
  readonly written: string;
}

/** The changed translations of a catalogue, one sentence for each text. */
function sayTranslations({ before, after }: ChangedDocument): readonly Sentence[] {
  const [old, young] = [translationsOf(before), translationsOf(after)];
  return [...new Set([...old.keys(), ...young.keys()])].flatMap((text) => {
    const [was, is] = [old.get(text), young.get(text)];
    return was?.written === is?.written ? [] : [{ parts: sayTranslation(text, was, is) }];
  });
}

/** The translations of a catalogue, by the words for their texts. */
function translationsOf(root: unknown): ReadonlyMap<string, Translation> {
  const { messages, contexts } = isJson(root) ? root : {};
  const lists = [[undefined, messages] as const, ...(isJson(contexts) ? Object.entries(contexts) : [])];
  return new Map(
    lists.flatMap(([context, list]) =>
      Object.entries(isJson(list) ? list : {}).map(
        ([source, entry]) => [nameTranslated(source, context), readEntry(entry)] as const,
      ),
    ),
  );
}

function readEntry(entry: unknown): Translation {
  const { text, forms, draft } = isJson(entry) ? entry : { text: entry };
  return {
    words: showValue(text ?? forms),
    isDraft: draft === true,
    written: JSON.stringify(entry),
  };
}

function sayTranslation(
  text: string,
  was: Translation | undefined,
  is: Translation | undefined,
): readonly Part[] {
  if (is === undefined)
    return [`${text} has no translation any more. Before: `, { del: was?.words ?? '' }, '.'];
  const draft = is.isDraft ? ' (draft)' : '';
  const words = { ins: is.words };
  if (was === undefined) return [`${text} is now translated: `, words, `${draft}.`];
  if (was.words !== is.words) {
    return [`${text} is now translated `, words, `${draft}. Before: `, { del: was.words }, '.'];
  }
  if (was.isDraft === is.isDraft) return [`The translation of ${text} stays `, words, ', with another note.'];
  return [`The translation of ${text} is ${is.isDraft ? 'now a draft' : 'no draft any more'}: `, words, '.'];
}

/** A condition of something inside of a node, such as a case of its text or a rule. */
function whenOf(rest: readonly string[]): readonly [string, string, string] {
  const holder = memberWords(rest.slice(0, -1)) || 'step';
  return [`uses the ${holder} only when`, `uses the ${holder} always`, `never uses the ${holder}`];
}

function sayCondition(
  subject: string,
  [only, always, never]: readonly [string, string, string],
  { before, after }: ReadDifference,
  words: Words,
): readonly Part[] {
  const who = subject || 'The screen';
  const say = (value: unknown): string => cut(saySentence(String(value), words), LONGEST);
  const was: readonly Part[] =
    before === undefined ? [' Before: always.'] : [' Before: only when ', { del: say(before.value) }, '.'];
  if (after === undefined) return [`${who} ${always}.`, ...was];
  if (String(after.value) === 'false') return [`${who} ${never}.`, ...was];
  return [`${who} ${only} `, { ins: say(after.value) }, '.', ...was];
}

interface Told {
  readonly rest: readonly string[];
  /** The node after the change. */
  readonly subject: string;
}

function sayTexts(
  before: NonNullable<ReadDifference['before']>,
  after: NonNullable<ReadDifference['after']>,
  { rest, subject }: Told,
  document: ChangedDocument,
): readonly Part[] {
  const [was, is] = [cut(String(before.value), LONGEST), cut(String(after.value), LONGEST)];
  const member = rest[0] ?? '';
  const last = rest.at(-1) ?? '';
  if (subject !== '' && rest.length === 1 && (last === 'id' || last === 'name')) {
    return [`${kindOnly(subject) || 'It'} is now called `, { ins: is }, '. Before: ', { del: was }, '.'];
  }
  if (last === 'part' && rest.length === 1) {
    const [former, shown] = [titleOf(was), titleOf(is)];
    return [`${subject} now shows the shared part `, { ins: shown }, '. Before: ', { del: former }, '.'];
  }
  const inCase = caseOf(document.after, after.pointer, document.words);
  if (SPOKEN.has(member)) {
    const kind = kindOnly(subject);
    return [`${kind} `, { del: was }, ' now says ', { ins: is }, `${inCase}.`];
  }
  const what = memberWords(rest);
  if (/^\d+$/.test(last)) {
    const who = subject === '' ? '' : `${subject}: `;
    return [`${who}${what}, now `, { ins: is }, '. Before: ', { del: was }, '.'];
  }
  const who = subject === '' ? `The ${what}` : `${subject}: the ${what}`;
  return [`${who} is now `, { ins: is }, `${inCase}. Before: `, { del: was }, '.'];
}

/** ` when …`, for the text of a case. */
function caseOf(root: unknown, pointer: string, words: Words): string {
  const names = splitPointer(pointer);
  const at = names.lastIndexOf('choose');
  if (at < 0) return '';
  const one = valueAt(root, pointerOf(names.slice(0, at + 2)));
  return isJson(one) && typeof one['when'] === 'string'
    ? `, when ${cut(saySentence(one['when'], words), LONGEST)}`
    : ', otherwise';
}

function sayMember(
  { before, after }: ReadDifference,
  { subject, rest }: Told,
  words: Words,
): readonly Part[] {
  const who = subject === '' ? '' : `${subject}: `;
  const what = memberWords(rest) || 'setting';
  const isItem = /^\d+$/.test(rest.at(-1) ?? '');
  if (before === undefined) {
    const value = { ins: sayValue(after?.value, words) };
    return isItem ? [`${who}new in ${what}: `, value, '.'] : [`${who}the ${what} is now `, value, '.'];
  }
  if (after === undefined) {
    const value = { del: sayValue(before.value, words) };
    return isItem
      ? [`${who}gone from ${what}: `, value, '.']
      : [`${who}no ${what} any more. Before: `, value, '.'];
  }
  const [was, is] = [sayValue(before.value, words), sayValue(after.value, words)];
  return [`${who}the ${what} is now `, { ins: is }, '. Before: ', { del: was }, '.'];
}

function sayOther(before: unknown, after: unknown): readonly Part[] {
  return ['Now ', { ins: showValue(after) }, '. Before: ', { del: showValue(before) }, '.'];
}

/** A value without its notation; a text with cases with the conditions of them. */
function sayValue(value: unknown, words: Words): string {
  const cases =
    isJson(value) && Array.isArray(value['choose']) ? sayCases(value['choose'], words) : undefined;
  return cases === undefined ? showValue(value) : cut(cases, LONGEST);
}

/** `Pay now when …, otherwise Pay` */
function sayCases(cases: readonly unknown[], words: Words): string {
  const [first] = cases;
  if (cases.length === 1 && !isJson(first)) return showValue(first);
  const said = cases.map((one) => {
    if (!isJson(one)) return `otherwise ${showValue(one)}`;
    const text = showValue(one['value']);
    return typeof one['when'] === 'string' ? `${text} when ${saySentence(one['when'], words)}` : text;
  });
  return said.join(', ');
}

/** Members of the notation that say nothing to a person. */
const SILENT = new Set(['choose', 'value']);

function memberWords(rest: readonly string[]): string {
  const names = rest.filter((name) => !/^\d+$/.test(name) && !SILENT.has(name));
  return names.map((name) => memberTitle(name).toLowerCase()).join(', ');
}

/** `Button` of `Button “Pay”`. */
function kindOnly(subject: string): string {
  return subject.replace(/ “.*$/s, '');
}

/** Where a node is: `below Button “Pay”`, or `at the top of Card`. */
function whereIn(root: unknown, names: readonly string[]): string {
  const at = Number(names.at(-1));
  const list = pointerOf(names.slice(0, -1));
  if (!Number.isInteger(at)) return `in ${subjectAt(root, list) || 'the screen'}`;
  const before = at === 0 ? '' : subjectAt(root, `${list}/${at - 1}`);
  return before === '' ? `to the top of ${subjectAt(root, list) || 'the screen'}` : `below ${before}`;
}

function pointerOf(names: readonly string[]): string {
  return names.reduce(joinPointer, '');
}
