import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { compressOnDemand, respond } from '../delivery/compressed.ts';
import { imageSources } from '../delivery/security-headers.ts';
import { escapeHtml } from '#src/shared/html.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';
import { API_ADDRESS } from '../registry/api-environment.ts';
import type { Database, Queries } from '../registry/database.ts';
import { findLive } from '../registry/manifests.ts';
import {
  EVENTS_ADDRESS,
  LIVE_SCRIPT_ADDRESS,
  SIGN_IN_ADDRESS,
  STUDIO_ADDRESS,
  writeReturn,
} from '#src/shared/staff-addresses.ts';
import { readSessionCookie } from '../staff/browser.ts';
import { findSession } from '../staff/sessions.ts';
import { draftInAddress, isHome } from '#src/shared/studio-address.ts';

/** The frame that shows drafts. */
const STAGE_ADDRESS = `${STUDIO_ADDRESS}/stage`;
const REHEARSAL_ADDRESS = `${STUDIO_ADDRESS}/rehearsal.json`;
const SESSION_MARK = '<!--capiz-session-->';

/** Fixtures for the calls of a draft's pages; without data of borrowers. */
export interface SimulatorFixtures {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly states: StateFiles;
  readonly service: ServiceAnswers;
  /** CSV of places, for `readPlaces`. */
  readonly places: string;
}

export interface StudioPagesOptions {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The built documents, unchanged. */
  readonly documents: { readonly studio: string; readonly home: string; readonly stage: string };
  readonly rehearse: () => SimulatorFixtures;
  /** As in `isOwnPage`. */
  readonly publicOrigin?: string;
  /** Name of this installation, for staff; default: none. */
  readonly environment?: string;
  /**
   * Hosts of images that the live release allows. Images of a host that a draft adds are shown once the draft is
   * live.
   */
  imageHosts(): readonly string[];
}

/** Leaves Home when the session has ended. A draft stays open, because it may have edits that are not saved. */
const LEAVES_AT_THE_END = `<script src="${LIVE_SCRIPT_ADDRESS}" data-events="${EVENTS_ADDRESS}" data-after="${SIGN_IN_ADDRESS}?ended" defer></script>`;

/** What a document of the studio contains. */
interface Written {
  readonly meta: { readonly [name: string]: string };
  /** Addresses that its script reads first. */
  readonly read: readonly string[];
  /** Tags that load further scripts. */
  readonly ahead?: readonly string[];
  /** Of the editor's styles. */
  readonly nonce?: string;
}

/** The parts of the studio that come from a project and its build. */
export type StudioParts = Pick<StudioPagesOptions, 'documents' | 'rehearse'>;

/** Scripts and styles come from our own files, except for the editor's styles, which have the nonce. */
function policy(imageHosts: readonly string[], more: string): string {
  return (
    `default-src 'none'; script-src 'self'; connect-src 'self'; ${imageSources(imageHosts)}; ` +
    `base-uri 'none'; form-action 'none'; ${more}`
  );
}

/** Returns the fixtures for drafts as compressed JSON, and creates it again after the fixtures were read again. */
function createRehearsalWriter(rehearse: () => SimulatorFixtures) {
  let last: { of: ReadonlyMap<string, Scenario>; written: ReturnType<typeof compressOnDemand> } | undefined;
  return () => {
    const { scenarios, states, places, service } = rehearse();
    if (last?.of === scenarios) return last.written;
    const text = JSON.stringify({
      scenarios: Object.fromEntries(scenarios),
      screens: Object.fromEntries(states.screens),
      sets: Object.fromEntries(states.sets),
      places,
      service,
    });
    last = { of: scenarios, written: compressOnDemand(text) };
    return last.written;
  };
}

/**
 * The studio's documents, for people who have signed in. The studio gets its data from the registry's API, as
 * other clients do.
 */
export function createStudioPages({
  database,
  now,
  documents,
  rehearse,
  publicOrigin,
  environment = '',
  imageHosts,
}: StudioPagesOptions): Hono {
  const app = new Hono();
  const sessionOf = (request: Request) =>
    findSession(database, readSessionCookie(request, publicOrigin), now());
  const writeRehearsal = createRehearsalWriter(rehearse);
  const stageName = createHash('sha256').update(documents.stage).digest('hex').slice(0, 10);
  const ahead = [...documents.stage.matchAll(/"([^"]+\.js)"/g)].map(
    ([, address]) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">`,
  );

  app.get(STAGE_ADDRESS, async (context) => {
    if ((await sessionOf(context.req.raw)) === undefined) return context.text('Sign in first.', 401);
    // The stage contains no personal data. An address with its hash is cached, so that it opens without the server.
    const isNamed = context.req.query('v') === stageName;
    return context.html(documents.stage, 200, {
      'Cache-Control': isNamed ? 'private, max-age=86400, immutable' : 'no-store',
      'Content-Security-Policy': policy(
        imageHosts(),
        "style-src 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types capiz",
      ),
    });
  });
  app.get(REHEARSAL_ADDRESS, async (context) => {
    if ((await sessionOf(context.req.raw)) === undefined) return context.text('Sign in first.', 401);
    return respond(context.req.raw, writeRehearsal(), 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-cache',
    });
  });
  function write(
    request: Request,
    document: string,
    { meta, read, ahead: scripts = [], nonce }: Written,
  ): Response {
    const { host } = new URL(publicOrigin ?? request.url);
    const tags = Object.entries(meta).map(
      ([name, value]) => `<meta name="capiz-${name}" content="${escapeHtml(value)}">`,
    );
    const links = read.map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`);
    return new Response(
      document
        .replace(SESSION_MARK, () => tags.join(''))
        // After the page's own scripts, which have priority.
        .replace('</head>', () => `${[...links, ...scripts].join('')}</head>`),
      {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': policy(
            imageHosts(),
            // Only the stage may be framed: a borrower's page in the frame would call the loan service.
            `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}; frame-src ${host}${STAGE_ADDRESS}; ` +
              "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types capiz",
          ),
        },
      },
    );
  }
  const show = async (request: Request): Promise<Response> => {
    const session = await sessionOf(request);
    if (session === undefined) {
      return new Response(null, {
        status: 303,
        headers: { Location: SIGN_IN_ADDRESS + writeReturn(request.url) },
      });
    }
    const { account, csrf } = session;
    const address = new URL(request.url);
    const own = { csrf, name: account.name, role: account.role, environment, stage: stageName };
    if (isHome(address)) {
      return write(request, documents.home, {
        meta: own,
        read: [`${API_ADDRESS}/home`],
        ahead: [LEAVES_AT_THE_END],
      });
    }
    const named = draftInAddress(address);
    const last = named === undefined ? await findLastDraft(database.queries, account.name) : undefined;
    const nonce = crypto.randomUUID();
    const release = await findBase(database.queries, named ?? last);
    const ofRelease = ['', '/bundle'].map((part) => `${API_ADDRESS}/releases/${release}${part}`);
    return write(request, documents.studio, {
      meta: { ...own, nonce, release, draft: last ?? '' },
      read: [REHEARSAL_ADDRESS, ...(release === '' ? [] : ofRelease)],
      ahead,
      nonce,
    });
  };
  // The studio routes its addresses itself, and shows a page for unknown ones.
  app.get(STUDIO_ADDRESS, (context) => show(context.req.raw));
  app.get(`${STUDIO_ADDRESS}/*`, (context) => show(context.req.raw));
  return app;
}

/** The open draft that this person saved or opened last. */
async function findLastDraft(queries: Queries, name: string): Promise<string | undefined> {
  const saved = await queries
    .selectFrom('draft_changes')
    .innerJoin('drafts', 'drafts.id', 'draft_changes.draft')
    .select(['drafts.id', 'draft_changes.at'])
    .where('draft_changes.actor', '=', name)
    .where('drafts.state', '=', 'open')
    .orderBy('draft_changes.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const begun = await queries
    .selectFrom('drafts')
    .select(['id', 'at'])
    .where('actor', '=', name)
    .where('state', '=', 'open')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return begun !== undefined && begun.at > (saved?.at ?? 0) ? begun.id : saved?.id;
}

/** The release that the draft started from; without a draft, the live one. Empty if nothing is live. */
async function findBase(queries: Queries, draft: string | undefined): Promise<string> {
  const own =
    draft === undefined
      ? undefined
      : await queries.selectFrom('drafts').select('base').where('id', '=', draft).executeTakeFirst();
  return own?.base ?? (await findLive(queries))?.release ?? '';
}
