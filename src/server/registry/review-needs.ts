import { isJson } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { APP_FILE, isPicture } from '#src/shared/project-paths.ts';
import {
  CHANGE_KINDS,
  type ChangeKind,
  isCatalogueWithin,
  isScreenWithin,
  type Kinds,
} from './within-kinds.ts';

/** What a screen does or says that makes every change of it a second person's matter, whatever a policy lets through. */
export const SCREEN_MARKS = ['money', 'consent', 'legal'] as const;
type ScreenMark = (typeof SCREEN_MARKS)[number];

/** Why a second person must look at a change before anybody gets it; `change`: no policy lets it through. */
export type ReviewKind = ScreenMark | 'change';

export interface ReviewNeed {
  readonly kind: ReviewKind;
  /** Path of a document or a picture, or the screen's id. */
  readonly subject: string;
}

/** One side of a change. */
export interface Side {
  /** Hash by path. */
  readonly files: { readonly [path: string]: string };
  /** Hash of what every screen shares. */
  readonly app: string;
  /** Hash of each screen's plan, by id. */
  readonly plans: { readonly [screen: string]: string };
  plan(screen: string): Plan;
  /** Of a document. */
  text(path: string): string | undefined;
}

const NONE: Kinds = new Set();
const SCREEN = /^screens\/([^/]+)\.screen\.json$/;
const PART = /^screens\/parts\/[^/]+\.part\.json$/;
const CATALOGUE = /^screens\/messages\/[^/]+\.json$/;
/** Where money goes and which hosts there are. */
const MONEY = [APP_FILE, 'schemas/api/', 'screens/theme/'];

/**
 * What of a change a second person must approve: everything that the policy of what borrowers have now does not let
 * through. It lets kinds of changes through by screen (`review.alone` of app.json), and never one of a screen that
 * has to do with money, consent or law before or afterwards.
 *
 * @param before - What everybody gets now; absent for the first release, which replaces nothing and wants nobody.
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
  /** What may change on every one of these screens; nothing where nobody knows which they are. */
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
  // What is compiled otherwise although nothing that it is made of changed: by another version of this program.
  if (before.app !== after.app && !paths.includes(APP_FILE)) want('change', APP_FILE);
  const isShared = paths.some((path) => !SCREEN.test(path) && !isPicture(path));
  for (const screen of screens) {
    if (isShared || paths.includes(pathOf(screen)) || wantScreen(screen)) continue;
    want('change', screen);
  }
  return [...needs.values()].sort((a, b) => (`${a.kind} ${a.subject}` < `${b.kind} ${b.subject}` ? -1 : 1));
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

/** Which kinds of change need nobody else, by screen; a release of before there were policies lets nothing through. */
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

/** The screens on which a document or a picture is seen, before or afterwards. */
function reachOf(path: string, sides: readonly Side[], screens: readonly string[]): readonly string[] {
  const [, screen] = SCREEN.exec(path) ?? [];
  if (screen !== undefined) return [screen];
  if (!isPicture(path)) return screens;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const shown = sides.flatMap((side) =>
    Object.keys(side.plans).filter((id) => Object.hasOwn(side.plan(id).assets ?? {}, name)),
  );
  return [...new Set(shown)];
}

function isWithin(path: string, before: Side, after: Side, kinds: Kinds): boolean {
  if (kinds.size === 0) return false;
  if (isPicture(path)) return kinds.has('picture');
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

/** What a screen has to do with, on any side; its author's own marks among it. */
function marksOf(sides: readonly Side[], screen: string): ReadonlySet<ScreenMark> {
  const marks = new Set<ScreenMark>();
  for (const side of sides) {
    if (!Object.hasOwn(side.plans, screen)) continue;
    const plan = side.plan(screen);
    // Whatever changes something at the loan service; one that only counts visits does not.
    const calls = Object.values(plan.endpoints).filter(({ safe, name }) => !safe && !isCounting(side, name));
    if (calls.length > 0) marks.add('money');
    JSON.stringify(plan, (_name, value: unknown) => {
      if (typeof value === 'object' && value !== null) {
        if ('do' in value && 'critical' in value) marks.add('money');
        if ('type' in value && 'reads' in value && value.type === 'check') marks.add('consent');
        if ('type' in value && 'reads' in value && value.type === 'frame') marks.add('legal');
      }
      return value;
    });
    const document = readDocument(side, pathOf(screen));
    const given = isJson(document) ? document['review'] : undefined;
    for (const mark of SCREEN_MARKS) if (Array.isArray(given) && given.includes(mark)) marks.add(mark);
  }
  return marks;
}

function isCounting(side: Side, contract: string): boolean {
  const document = readDocument(side, `schemas/api/${contract}.endpoint.json`);
  const effect = isJson(document) ? document['effect'] : undefined;
  return isJson(effect) && effect['is'] === 'counting';
}
