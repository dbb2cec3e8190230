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

/** Data in the address document. */
export interface GivenRelease {
  readonly release: ReleaseDocument;
  /** If the worker composed the document: the kind and the age of its source. */
  readonly kept: string | undefined;
}

/** @throws if the document contains no release: it is not ours. */
export function readRelease(document: Document): GivenRelease {
  const { dataset, textContent } = document.getElementById(RELEASE_ELEMENT_ID) as HTMLElement;
  const release = parseRelease(textContent);
  if (release === undefined) throw new Error('The document contains no release.');
  return { release, kept: dataset['kept'] };
}

/** @returns undefined for a text that is no release. */
export function parseRelease(json: unknown): ReleaseDocument | undefined {
  const release = v.safeParse(v.pipe(v.string(), v.parseJson(), RELEASE_DOCUMENT), json);
  return release.success ? release.output : undefined;
}

const SEEN = 'capiz-seen';

/**
 * Whether this device has seen a document with a newer publishing version: then this document comes from an old cache
 * or from a server with old data. Stores the newest version.
 */
export function isOlder({ version }: ReleaseDocument, storage: Storage | undefined): boolean {
  try {
    const seen = v.safeParse(STORED_NUMBER, storage?.getItem(SEEN));
    if (seen.success && version < seen.output) return true;
    storage?.setItem(SEEN, String(version));
  } catch {
    // Without storage every document is accepted.
  }
  return false;
}

/** Thrown for a plan that must not be rendered. */
export class PlanRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Thrown if the server no longer has the plan: removed, or its screen is closed. */
export class PlanGone extends Error {}

/** The release whose screens the page shows. */
export interface Shown {
  /** The document's release, or a stored one if its plans cannot be fetched. */
  release: ReleaseDocument;
  /** Loaded plans by screen. */
  readonly ready: Map<string, Plan>;
  /** The whole release, after it has loaded. */
  whole?: WholeRelease;
}

export function readScreen(json: unknown, screen: string): Plan | undefined {
  const plan = readPlan(json);
  return typeof plan === 'object' && plan.id === screen ? plan : undefined;
}

/** The plan of a screen, if it can be rendered. */
export function planIn({ screens, plans }: WholeRelease, screen: string): Plan | undefined {
  return readScreen(plans[screens[screen] ?? ''], screen);
}
