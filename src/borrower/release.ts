import * as v from 'valibot';
import type { Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import {
  RELEASE_DOCUMENT,
  RELEASE_ELEMENT_ID,
  type ReleaseDocument,
  type WholeRelease,
} from '#src/shared/release.ts';
import type { Refusal } from './open-release.ts';
import { STORED_NUMBER } from './storage.ts';

/** What the address document carries. */
export interface GivenRelease {
  readonly release: ReleaseDocument;
  /** What the worker put it together of and how old that is, where nobody else could be asked. */
  readonly kept: string | undefined;
}

/** @throws where the document carries none: it is none of ours. */
export function readRelease(document: Document): GivenRelease {
  const { dataset, textContent } = document.getElementById(RELEASE_ELEMENT_ID) as HTMLElement;
  const release = parseRelease(textContent);
  if (release === undefined) throw new Error('The document carries no release.');
  return { release, kept: dataset['kept'] };
}

/** @returns undefined for a text that is no release. */
export function parseRelease(json: unknown): ReleaseDocument | undefined {
  const release = v.safeParse(v.pipe(v.string(), v.parseJson(), RELEASE_DOCUMENT), json);
  return release.success ? release.output : undefined;
}

const SEEN = 'capiz-seen';

/**
 * Whether this device has seen a document that knew more of publishing: then this one comes from an old cache, or from
 * a server that lags. Notes what it knows.
 */
export function isOlder({ version }: ReleaseDocument, storage: Storage | undefined): boolean {
  try {
    const seen = v.safeParse(STORED_NUMBER, storage?.getItem(SEEN));
    if (seen.success && version < seen.output) return true;
    storage?.setItem(SEEN, String(version));
  } catch {
    // Who cannot remember believes what there is.
  }
  return false;
}

/** Thrown for a plan of which nothing may be drawn. */
export class PlanRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Thrown where the server has no such plan: gone, or its screen is closed. */
export class PlanGone extends Error {}

/** What the page shows screens of. */
export interface Shown {
  /** The document's; a kept one where plans of that cannot be had. */
  release: ReleaseDocument;
  /** By screen. */
  readonly ready: Map<string, Plan>;
  /** All of it, when it has arrived. */
  whole?: WholeRelease;
}

export function readScreen(json: unknown, screen: string): Plan | undefined {
  const plan = readPlan(json);
  return typeof plan === 'object' && plan.id === screen ? plan : undefined;
}

/** A screen's plan, where it can be drawn. */
export function planIn({ screens, plans }: WholeRelease, screen: string): Plan | undefined {
  return readScreen(plans[screens[screen] ?? ''], screen);
}
