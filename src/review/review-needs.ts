import {
  SCREEN_MARKS,
  type ScreenMark,
  type ReviewKind,
  type ReviewNeed,
} from '#src/shared/registry/review-need.ts';
import { serializePlan } from '#renderer/grammar/compile.ts';
import { isTickBox, widgetShape } from '#renderer/grammar/compile/written-type.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { sinceOfWidget } from '#renderer/grammar/since.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { APP_FILE, isAsset } from '#src/shared/project-paths.ts';
import { partApplication } from '#src/shared/part-application.ts';
import {
  CHANGE_KINDS,
  type ChangeKind,
  isCatalogueWithin,
  isScreenWithin,
  type Kinds,
} from './within-kinds.ts';

/** One side of a change. */
export interface Side {
  /** Hash by path. */
  readonly files: { readonly [path: string]: string };
  /** Hash of the application's plan, which all screens share. */
  readonly app: string;
  /** Hash of each screen's plan, by id. */
  readonly plans: { readonly [screen: string]: string };
  plan(screen: string): Plan;
  /** Undefined while the studio's documents have errors. */
  appPlan(): AppPlan | undefined;
  /** The source of a document. */
  text(path: string): string | undefined;
}

const NONE: Kinds = new Set();
const SCREEN = /^screens\/([^/]+)\.screen\.json$/;
const PART = /^screens\/parts\/[^/]+\.part\.json$/;
const CATALOGUE = /^screens\/messages\/[^/]+\.json$/;
/** Members of the application's plan that come from other files than app.json. */
const APP_PARTS: readonly (readonly [file: RegExp, member: keyof AppPlan])[] = [
  [SCREEN, 'screens'],
  [CATALOGUE, 'messages'],
  [/^screens\/theme\//, 'brand'],
];
/** Files that decide where money goes and which hosts are allowed. */
const MONEY = [APP_FILE, 'schemas/api/', 'screens/theme/'];

/**
 * The parts of a change that a second person must approve: everything that the live policy does not exempt. The
 * policy exempts kinds of changes by screen (`review.alone` of app.json), but never on a screen that is about
 * money, consent or legal texts, before or after the change.
 * @param before - The live release; absent for the first release, which replaces nothing and needs no approval.
 */
export function findReviewNeeds(before: Side | undefined, after: Side): ReviewNeed[] {
  if (before === undefined) return [];
  const sides = [before, after];
  const policy = readPolicy(before);
  const paths = changed(before.files, after.files);
  const screens = changed(before.plans, after.plans);
  const needs = new Map<string, ReviewNeed>();
  const want = (kind: ReviewKind, subject: string): void => {
    needs.set(`${kind} ${subject}`, { kind, subject });
  };
  const known = new Map<string, ReadonlySet<ScreenMark>>();
  const marksOn = (screen: string): ReadonlySet<ScreenMark> => {
    const marks = known.get(screen) ?? marksOf(sides, screen);
    known.set(screen, marks);
    return marks;
  };
  const wantScreen = (screen: string): boolean => {
    const marks = marksOn(screen);
    for (const mark of marks) want(mark, screen);
    return marks.size > 0;
  };
  /** The kinds of change that are exempt on all of these screens; none for an empty list. */
  const allowedOn = (reached: readonly string[]): Kinds => {
    const all = reached.map((screen) => (marksOn(screen).size > 0 ? NONE : (policy.get(screen) ?? NONE)));
    return new Set(CHANGE_KINDS.filter((kind) => all.length > 0 && all.every((kinds) => kinds.has(kind))));
  };
  for (const path of paths) {
    const reached = reachOf(path, sides, screens);
    if (isWithin(path, before, after, allowedOn(reached))) continue;
    const isMoney = MONEY.some((place) => path.startsWith(place));
    if (isMoney) want('money', path);
    const marked = reached.map(wantScreen);
    if (!isMoney && !marked.includes(true)) want('change', path);
  }
  // Plans that differ although none of their files changed: another version of this program compiled them.
  if (!paths.includes(APP_FILE) && isAppOther(before, after, paths)) want('change', APP_FILE);
  const isShared = paths.some((path) => !SCREEN.test(path) && !isAsset(path));
  for (const screen of screens) {
    if (isShared || paths.includes(pathOf(screen)) || wantScreen(screen)) continue;
    want('change', screen);
  }
  return [...needs.values()].sort((a, b) => (`${a.kind} ${a.subject}` < `${b.kind} ${b.subject}` ? -1 : 1));
}

/**
 * Whether the plan of the application differs in parts that the changed files do not explain. Those files have
 * their own needs.
 */
function isAppOther(before: Side, after: Side, paths: readonly string[]): boolean {
  if (before.app === after.app) return false;
  const explained = APP_PARTS.filter(([file]) => paths.some((path) => file.test(path)));
  if (explained.length === 0) return true;
  const [old, young] = [before.appPlan(), after.appPlan()];
  if (old === undefined || young === undefined) return true;
  const same = Object.fromEntries(explained.map(([, member]) => [member, undefined]));
  return serializePlan({ ...old, ...same }) !== serializePlan({ ...young, ...same });
}

function pathOf(screen: string): string {
  return `screens/${screen}.screen.json`;
}

function changed(
  before: { readonly [name: string]: string },
  after: { readonly [name: string]: string },
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) =>
      (Object.hasOwn(before, name) ? before[name] : undefined) !==
      (Object.hasOwn(after, name) ? after[name] : undefined),
  );
}

/** The exempt kinds of change by screen. A release that is older than policies exempts nothing. */
function readPolicy(live: Side): ReadonlyMap<string, Kinds> {
  const app = readDocument(live, APP_FILE);
  const review = isJson(app) ? app['review'] : undefined;
  const alone = isJson(review) ? review['alone'] : undefined;
  if (!isJson(alone)) return new Map();
  return new Map(
    Object.entries(alone).map(([screen, kinds]) => [
      screen,
      new Set<ChangeKind>(CHANGE_KINDS.filter((kind) => Array.isArray(kinds) && kinds.includes(kind))),
    ]),
  );
}

/** The screens that show a document or an image, before or after the change. */
function reachOf(path: string, sides: readonly Side[], screens: readonly string[]): readonly string[] {
  const [, screen] = SCREEN.exec(path) ?? [];
  if (screen !== undefined) return [screen];
  if (!isAsset(path)) return screens;
  return [...new Set(sides.flatMap((side) => listShowing(side, path)))];
}

/** The screens that can show an image: delivery sends its address with their plans. */
function listShowing(side: Side, path: string): readonly string[] {
  const app = side.appPlan();
  if (app === undefined) return [];
  const plans = new Map(Object.keys(side.plans).map((id) => [id, side.plan(id)]));
  const pictures = Object.keys(side.files).filter(isAsset);
  const { own } = partApplication(app, plans, Object.fromEntries(pictures.map((one) => [nameOf(one), one])));
  return [...own].flatMap(([id, { assets = {} }]) => (Object.hasOwn(assets, nameOf(path)) ? [id] : []));
}

/** The name of an image in `asset:<name>`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}

function isWithin(path: string, before: Side, after: Side, kinds: Kinds): boolean {
  if (kinds.size === 0) return false;
  if (isAsset(path)) return kinds.has('picture');
  const isThere = Object.hasOwn(before.files, path) && Object.hasOwn(after.files, path);
  if (!isThere) return false;
  const [old, young] = [readDocument(before, path), readDocument(after, path)];
  if (SCREEN.test(path) || PART.test(path)) return isScreenWithin(old, young, kinds);
  return CATALOGUE.test(path) && isCatalogueWithin(old, young, kinds);
}

function readDocument(side: Side, path: string): unknown {
  const text = side.text(path);
  return text === undefined ? undefined : parseDocument(text, path).document?.value;
}

/** The marks of a screen on either side, including the author's own marks. */
function marksOf(sides: readonly Side[], screen: string): ReadonlySet<ScreenMark> {
  const marks = new Set<ScreenMark>();
  for (const side of sides) {
    if (!Object.hasOwn(side.plans, screen)) continue;
    const plan = side.plan(screen);
    // Calls that change data at the loan service. Calls that only count do not.
    const calls = Object.values(plan.endpoints).filter(({ safe, name }) => !safe && !isCounting(side, name));
    if (calls.length > 0) marks.add('money');
    JSON.stringify(plan, (_name, value: unknown) => {
      if (typeof value === 'object' && value !== null) {
        if ('do' in value && 'critical' in value) marks.add('money');
        if ('type' in value && 'reads' in value && mayBeConsent(value.type)) marks.add('consent');
        if ('type' in value && 'reads' in value && mayBeLegal(value.type)) marks.add('legal');
      }
      return value;
    });
    const document = readDocument(side, pathOf(screen));
    const given = isJson(document) ? document['review'] : undefined;
    for (const mark of SCREEN_MARKS) if (Array.isArray(given) && given.includes(mark)) marks.add(mark);
  }
  return marks;
}

/** A widget that this library does not have any more, or not yet, counts as consent. */
function mayBeConsent(type: unknown): boolean {
  return !isKnown(type) || isTickBox(type);
}

/** A widget that takes an address shows texts of another site. */
function mayBeLegal(type: unknown): boolean {
  if (!isKnown(type)) return true;
  const { properties = {} } = widgetShape(type) ?? {};
  return Object.values(properties).some(({ slot }) => slot === 'url');
}

/** The compiler writes groups that are no widgets, too. */
function isKnown(type: unknown): boolean {
  return typeof type === 'string' && Number.isFinite(sinceOfWidget(type));
}

function isCounting(side: Side, contract: string): boolean {
  const document = readDocument(side, `schemas/api/${contract}.endpoint.json`);
  const effect = isJson(document) ? document['effect'] : undefined;
  return isJson(effect) && effect['is'] === 'counting';
}
