import { createReportTokens } from '../delivery/report-tokens.ts';
import { shortName } from '../delivery/visitor.ts';
import { createDraftPages } from '../drafting/draft-pages.ts';
import { pruneMessages } from '../message-queue.ts';
import { noteMailServer } from '../mail/mail-events.ts';
import { createMailer } from '../mail/mailer.ts';
import { createSendMail } from '../mail/smtp.ts';
import { sendDue } from '../webhooks/outbox.ts';
import { Hono } from 'hono';
import type { Log } from '../log.ts';
import type { Definitions } from '../project.ts';
import type { Settings } from '../settings.ts';
import { createStaffPages } from '../staff/pages.ts';
import { createStudioPages, type StudioParts } from '../studio/studio-pages.ts';
import { createSingleSignOn } from '../staff/single-sign-on.ts';
import type { MakeSource } from '../start.ts';
import { createMcpRoutes } from '../mcp/mcp-routes.ts';
import { createRegistryApi } from './api.ts';
import type { Compile } from './compilation.ts';
import { compileHere } from './compile.ts';
import { pruneCounts } from './counts.ts';
import { createCountBuffer } from './count-buffer.ts';
import { createClaimStore, endCallsOfEarlierProcesses, pruneCalls } from './claim-store.ts';
import { readReportKey } from './report-key.ts';
import type { OpenRegistry } from './open-registry.ts';
import { noteReader } from './readers.ts';
import { stepRollout } from './rollouts.ts';
import { publishDue } from './schedules.ts';
import { readFirst } from './held-releases.ts';
import type { Database } from './database.ts';
import { createRegistrySource } from './source.ts';
import type { Metrics } from '../metrics.ts';
import { describeUnexpected } from '../unexpected-error.ts';

/** Interval at which reports of pages are written, and rollouts and schedules are checked. */
const EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 60 * 60_000;
/** Interval at which a server stores that it still serves pages of its grammar. */
const NOTE_EVERY_MS = 10 * 60_000;

/** Logged at start if the live release was made before grammar 3. */
const ANY_HOST =
  'The live release was made before hosts of pictures were declared: its pages may load pictures from any host over ' +
  'https. Publish once more; list those hosts in app.json, under "hosts"/"image".';

export interface ServeOptions
  extends Pick<Settings, 'reportSample' | 'publicUrl' | 'signOn' | 'inside' | 'environment' | 'mail'> {
  /** As in `RegistrySourceOptions`. */
  readonly own?: Definitions | undefined;
  /** As in `PerformOptions`. */
  readonly compile?: Compile;
  /** Number of our own proxies in front of this server. */
  readonly proxies?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Without this, there is no studio. */
  readonly studio?: StudioParts;
  /** Aborted when the server shuts down. */
  readonly ending?: AbortSignal;
  readonly metrics?: Pick<Metrics, 'rolloutStep'>;
}

/** Deletes counts, answers and messages that are too old. */
async function prune(database: Database, now: number): Promise<void> {
  await pruneCounts(database, now);
  await pruneCalls(database, now);
  await pruneMessages(database.queries, now);
}

/** Takes the step of the rollout that is due. */
async function growRollout(
  database: Database,
  at: number,
  log: Log,
  metrics: ServeOptions['metrics'],
): Promise<void> {
  const step = await stepRollout(database, at);
  if (step === undefined) return;
  metrics?.rolloutStep(step);
  log(`The rollout was ${step}`, { level: step === 'returned' ? 'warn' : 'info' });
}

/** Publishes the scheduled release that is due. */
async function publishWhatIsDue(database: Database, at: number, log: Log): Promise<void> {
  const due = await publishDue(database, at);
  if (due === undefined) return;
  const outcome = due.isLive ? 'live' : 'refused';
  log(`Release ${shortName(due.release)} was due: ${outcome}`, { level: due.isLive ? 'info' : 'warn' });
}

/** Connects a server with the registry: the live release, the rollout, and the API that changes them. */
export async function serveRegistry(
  { database }: Pick<OpenRegistry, 'database'>,
  log: Log,
  {
    reportSample,
    own,
    compile,
    publicUrl,
    signOn,
    inside = new Set(),
    proxies = 0,
    now = Date.now,
    studio,
    environment,
    mail,
    ending,
    metrics,
  }: ServeOptions,
): Promise<MakeSource> {
  await endCallsOfEarlierProcesses(database);
  const send = mail && createSendMail(mail);
  if (send) await noteMailServer(database, now());
  const first = await readFirst(database, now());
  const key = await readReportKey(database);
  return (make, built, drafts) => {
    const releases = createRegistrySource({
      database,
      first,
      make,
      built,
      ...(own && { own }),
      sample: reportSample,
      now,
      log,
    });
    const counts = createCountBuffer(database, createReportTokens(key, now), now);
    const staff = {
      ...{ database, now, inside },
      ...(send && { send }),
      // Read the state again at once, so that the publisher sees the release on this server.
      afterChange: () => releases.refresh(),
      ...(publicUrl && { publicOrigin: publicUrl.origin }),
      ...(compile && { compile }),
    };
    const sendMails =
      send &&
      publicUrl &&
      createMailer({
        database,
        send,
        now,
        log,
        environment,
        origin: publicUrl.origin,
        ...(ending && { ending }),
      });
    let last = 0;
    let pruned = now();
    let noted = 0;
    async function work(): Promise<void> {
      await releases.refresh();
      // `work` runs after every change, including our own.
      if (now() - last < EVERY_MS) return;
      last = now();
      try {
        if (last - noted > NOTE_EVERY_MS) {
          noted = last;
          await noteReader(database, last);
          if (send) await noteMailServer(database, last);
        }
        if (last - pruned > PRUNE_EVERY_MS) {
          pruned = last;
          await prune(database, last);
        }
        await counts.flush();
        await growRollout(database, now(), log, metrics);
        void sendDue(database, now, { inside }).catch((error: unknown) =>
          log('Webhooks were not sent', { level: 'error', ...describeUnexpected(error) }),
        );
        void sendMails?.().catch((error: unknown) =>
          log('E-mails were not sent', { level: 'error', ...describeUnexpected(error) }),
        );
        await publishWhatIsDue(database, now(), log);
      } catch (error) {
        log('The periodic work failed', { level: 'error', ...describeUnexpected(error) });
      }
    }
    const { pages: draftPages, prepare } = createDraftPages({
      ...{ database, now, compile: compile ?? compileHere, ...drafts },
      ...(publicUrl && { publicOrigin: publicUrl.origin }),
    });
    database.onChange(() => void work());
    void releases.refresh();
    const staffPages = new Hono().route(
      '/',
      createStaffPages({
        ...{ ...staff, proxies, log, hasStudio: studio !== undefined },
        ...(ending && { ending }),
        ...(signOn && { singleSignOn: createSingleSignOn(signOn) }),
      }),
    );
    const imageHosts = () => releases.live().release.app.plan.hosts.image ?? [];
    if (studio)
      staffPages.route(
        '/',
        createStudioPages({ ...staff, ...studio, imageHosts, ...(environment && { environment }) }),
      );
    if (releases.live().release.app.plan.hosts.image === undefined) log(ANY_HOST);
    return {
      releases,
      counts,
      calls: createClaimStore(database, now),
      isReachable: () => database.isReachable(),
      api: createRegistryApi({ ...staff, prepare }).route('/', createMcpRoutes({ ...staff, prepare, log })),
      staffPages,
      draftPages,
    };
  };
}
