import { type Context, type Env, Hono, type Next } from 'hono';
import { DRAFT_ELEMENT_ID, type DraftDocument } from '#src/simulator/draft-document.ts';
import { writeInlineJson } from '#src/shared/release.ts';
import { STATE_ELEMENT_ID, type StateDocument } from '#src/shared/states.ts';
import { respond } from '../delivery/compressed.ts';
import { escapeHtml, type Html, serveStyles } from '#src/shared/html.ts';
import { chooseDocumentLanguage } from '../delivery/language.ts';
import { describeAsset } from '../delivery/static-files.ts';
import { findWhole } from '../delivery/whole-release.ts';
import { writeStateAddress } from '#src/simulator/states/state-address.ts';
import { listStates, type ScreenState, writeReplies } from '#src/simulator/states/states.ts';
import { addVariants } from '#src/simulator/states/variants.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import type { SimulatorFixtures } from '../studio/studio-pages.ts';
import { readSessionCookie } from '../staff/browser.ts';
import { findSession } from '../staff/sessions.ts';
import { DRAFTS_ADDRESS } from './addresses.ts';
import { type CompiledDraft, type CompiledDraftsOptions, createCompiledDrafts } from './compiled-drafts.ts';
import { DRAFT_STYLES, writeDraftPage, writeNoDraftPage } from './draft-page-html.ts';
import type { DraftLink } from '#src/shared/registry/draft-link.ts';
import { findDraftLink, findDraftPicture } from './draft-links.ts';

export interface DraftPagesOptions extends CompiledDraftsOptions {
  readonly database: Database;
  /** Called when a draft is shown for the first time. */
  readonly rehearse: () => SimulatorFixtures;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Public origin of this server, if it differs from the origin in requests. */
  readonly publicOrigin?: string;
}

const STYLES_ADDRESS = `${DRAFTS_ADDRESS}/styles.css`;
const SHELL_SCRIPT = '/capiz/devtools/draft-shell.js';
const DRAFT_SCRIPT = '/capiz/devtools/draft.js';
const STATE_SCRIPT = '/capiz/devtools/state.js';
/** All drafts share one visit: each page simulates its own service. */
const VISIT = 'draft';
const PICTURE = /^([\w-]+)-([0-9a-f]{10})(\.[a-z0-9]+)$/;

/** Prevents caching and indexing by search engines. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

export interface DraftPages {
  readonly pages: Hono;
  /** Compiles a draft that will soon be shown; the caller does not wait. */
  prepare(draft: string, who: string): void;
}

/**
 * Previews of drafts on a phone: the borrower's page in a frame, under a banner that says that it is a draft. The
 * frame contains all its replies, and its policy allows only requests for the draft's own plans: no loan service
 * is called, and no visit is counted.
 */
export function createDraftPages(options: DraftPagesOptions): DraftPages {
  const { database, rehearse, now } = options;
  const app = new Hono();
  const compiled = createCompiledDrafts(options);

  /** Shows the draft of a link, or says that it cannot be shown. */
  const showWith =
    (
      show: (
        context: Context,
        opened: OpenedDraft,
        options: DraftPagesOptions,
      ) => Response | Promise<Response>,
    ) =>
    async (context: Context): Promise<Response> => {
      const { secret = '' } = context.req.param() as { secret?: string };
      const link = await findDraftLink(database, secret, now());
      if (link === undefined) return showPage(context, writeNoDraftPage(STYLES_ADDRESS, 'over'), 404);
      try {
        const { signal } = context.req.raw;
        const draft = await compiled(database.queries, link.draft, { who: link.actor, signal });
        return await show(context, { link, draft, base: `${DRAFTS_ADDRESS}/${secret}` }, options);
      } catch (error) {
        if (!(error instanceof RegistryRefusal) || error.code !== 'problems') throw error;
        return showPage(context, writeNoDraftPage(STYLES_ADDRESS, 'errors'), 409);
      }
    };

  app.get(STYLES_ADDRESS, serveStyles(DRAFT_STYLES));
  app.get(`${DRAFTS_ADDRESS}/:secret`, showWith(showBanner));
  app.get(`${DRAFTS_ADDRESS}/:secret/page`, showWith(showFrame));
  app.get(`${DRAFTS_ADDRESS}/:secret/:kind{plans|releases}/:file`, showWith(showFile));
  app.get('/capiz/assets/:file', (context, next) => showPicture(context, next, options));
  return {
    pages: app,
    prepare(draft, who) {
      // Ignore errors here: the person who opens the draft sees them.
      compiled(database.queries, draft, { who })
        .then(rehearse)
        .catch(() => undefined);
    },
  };
}

/** A draft whose link was opened. */
interface OpenedDraft {
  readonly link: DraftLink;
  readonly draft: CompiledDraft;
  /** Address of the draft, without a trailing slash. */
  readonly base: string;
}

function showPage(
  context: Context,
  page: Html,
  status: 200 | 404 | 409,
  policy = '',
): Response | Promise<Response> {
  return context.html(page, status, {
    ...HEADERS,
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; ${policy}`,
  });
}

/** The document with the banner. */
function showBanner(context: Context, opened: OpenedDraft, options: DraftPagesOptions) {
  const { link, draft, base } = opened;
  const { states, state } = findStates(
    opened,
    addVariants(options.rehearse(), draft.variants),
    context.req.query('state'),
  );
  const page = writeDraftPage({
    ...{ link, states, state, base, now: options.now() },
    language: languageOf(context, draft),
    ownStates: new Set(draft.variants.keys()),
    languages: draft.parts.release.app.plan.languages.list,
    styles: STYLES_ADDRESS,
    script: SHELL_SCRIPT,
  });
  const host = hostOf(context, options);
  const policy =
    `script-src 'self'; connect-src ${host}${base}; frame-src ${host}${base}/; form-action 'self'; ` +
    "require-trusted-types-for 'script'; trusted-types 'none'";
  return showPage(context, page, 200, policy);
}

/** The borrower's page in the frame. */
function showFrame(context: Context, opened: OpenedDraft, options: DraftPagesOptions) {
  const { draft, base } = opened;
  if (!isForFrame(context)) return context.redirect(base, 302);
  const { document, parts } = draft;
  const { release, contracts } = parts;
  const language = languageOf(context, draft);
  const rehearsal = addVariants(options.rehearse(), draft.variants);
  const { scenarios, service, places } = rehearsal;
  const { state } = findStates(opened, rehearsal, context.req.query('state'));
  const scenario = scenarios.get(state?.scenario ?? '');
  if (state === undefined || scenario === undefined) return context.text('Nothing to be shown.', 404);
  const given: DraftDocument = {
    ...{ base, contracts, service, places, scenarios: [scenario] },
    address: writeStateAddress(state, scenario, VISIT, language),
  };
  const stand: StateDocument = { state, replies: writeReplies(contracts) };
  const head =
    // For browsers without Sec-Fetch-Dest: if the page is not in a frame, draft.ts redirects to the banner. This
    // element redirects if scripts are off.
    `<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(base)}"></noscript>` +
    `<meta name="robots" content="noindex">${writeJson(DRAFT_ELEMENT_ID, given)}` +
    `<script type="module" src="${DRAFT_SCRIPT}"></script>${writeJson(STATE_ELEMENT_ID, stand)}` +
    `<script type="module" src="${STATE_SCRIPT}"></script>`;
  const { content } = document.write(state.path, language, { head, version: 0 });
  const host = hostOf(context, options);
  const { frame } = release.app.plan.hosts;
  return respond(context.req.raw, content, 200, {
    ...HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob: ${host}/capiz/; ` +
      `connect-src ${host}${base}/; frame-src ${frame.length === 0 ? "'none'" : frame.join(' ')}; ` +
      "worker-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
      "require-trusted-types-for 'script'; trusted-types capiz",
  });
}

/** A plan or a release of the draft. */
function showFile(context: Context, { draft }: OpenedDraft) {
  const { release } = draft.parts;
  const { kind, file } = context.req.param() as { kind: string; file: string };
  const name = file.replace(/\.json$/, '');
  const content = kind === 'plans' ? release.files.get(name) : findWhole([release], name);
  if (content === undefined) return context.text('Not found', 404);
  return respond(context.req.raw, content, 200, { ...HEADERS, 'Content-Type': 'application/json' });
}

/** Only images of drafts get here: an earlier route has answered requests for images of releases. */
async function showPicture(
  context: Context<Env, '/capiz/assets/:file'>,
  next: Next,
  { database, now, publicOrigin }: DraftPagesOptions,
) {
  const [, name, beginning, ending] = PICTURE.exec(context.req.param('file')) ?? [];
  if (name === undefined || beginning === undefined || ending === undefined) return next();
  const path = `screens/assets/${name}${ending}`;
  const cookie = readSessionCookie(context.req.raw, publicOrigin);
  const isStaff = (await findSession(database, cookie, now())) !== undefined;
  const bytes = await findDraftPicture(database, { path, beginning, isStaff }, now());
  if (bytes === undefined) return next();
  // One of the databases returns an ArrayBuffer.
  const picture = new Uint8Array(bytes);
  return context.body(picture, 200, {
    ...HEADERS,
    'Content-Type': describeAsset(picture).type,
    // Opened directly, the image would look like a page of ours without the banner.
    'Content-Disposition': 'attachment',
  });
}

/** The states of the draft's screens, and the one to show: the requested one, the link's, or the first. */
function findStates(
  { link, draft }: OpenedDraft,
  { scenarios, states: files }: SimulatorFixtures,
  asked: string | undefined,
): { readonly states: ReadonlyMap<string, readonly ScreenState[]>; readonly state: ScreenState | undefined } {
  // Fixtures of the working folder may belong to screens that the draft does not have.
  const states = listStates(files, scenarios, draft.parts.release, () => {});
  for (const name of [asked, link.state]) {
    const [screen = '', named = ''] = name?.split('/') ?? [];
    const state = states.get(screen)?.find((one) => one.name === named);
    if (state !== undefined) return { states, state };
  }
  const [state] = [...draft.changed, ...states.keys()].flatMap((screen) => states.get(screen) ?? []);
  return { states, state };
}

function languageOf(context: Context, { parts }: CompiledDraft): string {
  const { languages } = parts.release.app.plan;
  return chooseDocumentLanguage(languages, context.req.query('lang') ?? null, undefined).language;
}

/** Host for sources in a policy; without a scheme the document's scheme applies. */
function hostOf(context: Context, { publicOrigin }: DraftPagesOptions): string {
  return new URL(publicOrigin ?? context.req.url).host;
}

/**
 * Whether the browser loads this page into a frame. Browsers send the header only over https; without it the request
 * is allowed.
 */
function isForFrame(context: Context): boolean {
  return (context.req.header('sec-fetch-dest') ?? 'iframe') === 'iframe';
}

function writeJson(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${writeInlineJson(value)}</script>`;
}
