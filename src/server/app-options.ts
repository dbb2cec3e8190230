import type { Hono } from 'hono';
import type { CountReport, CountTag } from '#src/shared/reports.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { Orders } from '#src/simulator/service/orders.ts';
import type { Places } from '#src/simulator/service/places.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';
import type { DayVisitor } from './delivery/day-visitor.ts';
import type { DrawPicture } from './delivery/document.ts';
import type { Preloads } from './delivery/preloads.ts';
import type { ReleaseSource } from './delivery/release-source.ts';
import type { StaticFiles } from './delivery/static-files.ts';
import type { ForwarderOptions } from './forwarder.ts';
import type { CallKeeper } from './keyed-call.ts';
import type { Log } from './log.ts';
import type { ApiEnvironment } from './registry/api-environment.ts';
import type { Stopping } from './stopping.ts';
import type { UploadStore } from './uploads/upload-store.ts';

export interface AppOptions {
  readonly releases: ReleaseSource;
  /** The built page, with its marks. */
  readonly template: string;
  readonly preloads?: Preloads;
  readonly drawPicture?: DrawPicture;
  /** Of the built page. */
  readonly files: StaticFiles;
  /** Ours, below `/capiz/api`; without one there is none. */
  readonly api?: Hono<ApiEnvironment>;
  /** Pages of staff, below `/capiz/staff`. */
  readonly staffPages?: Hono;
  /** Drafts for those who have a link, below `/capiz/draft`. */
  readonly draftPages?: Hono;
  /** What addresses are made of. Nobody else is asked for them; undefined: there are none, and asking fails. */
  readonly places: Places | undefined;
  /** Who adds up what pages count; without one nobody does. */
  readonly counts?: CountSink;
  /** Who answers the calls of the contracts. */
  readonly loanService: ReferenceOptions | Pick<ForwarderOptions, 'upstream' | 'keepsKeys'>;
  /** Lets a critical call be sent once; without one it is as often as pages ask. */
  readonly calls?: CallKeeper;
  /** Who keeps pictures of complaints; with a real loan service that does. */
  readonly uploads?: UploadStore;
  /** How many proxies of ours stand before this server. */
  readonly proxies?: number;
  /** What borrowers and staff see; with https nothing else is to be believed of it. */
  readonly publicOrigin?: string;
  /** Marks pages as a demonstration even with a real loan service. */
  readonly demo?: boolean;
  /** Whether the database answers; absent if the server has no database. */
  readonly isReachable?: () => Promise<boolean>;
  /** The signals of this server's shutdown. */
  readonly stopping?: Stopping;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
  readonly log?: Log;
  /** A line for every request too: what kind of place, the status, how long; never an address. */
  readonly logsRequests?: boolean;
}

export interface ReferenceOptions {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly service: ServiceAnswers;
  /** What the gallery shows of the screens. */
  readonly states: StateFiles;
  /** Origin of the payment page, which is an app of its own. */
  readonly payOrigin: string;
  readonly publicOrigin?: string;
  /** Those of an earlier life of the service; default: none yet. */
  readonly orders?: Orders;
  /** Reads them once more, for a release that has gone live; default: they stay as they are. */
  readAgain?(): Pick<ReferenceOptions, 'scenarios' | 'service' | 'states'>;
}

export interface CountSink {
  /**
   * Under what the page of a document counts; undefined where it does not.
   *
   * @param tag - As of `Choice`.
   * @param from - Network address of whoever asks, where it is known.
   */
  tag(tag: CountTag, from: string | undefined): CountTag | undefined;
  /** A document went out whose page will count. @param tag - As of `Choice`. */
  served(tag: CountTag): void;
  /** Somebody opened their first page of the day. */
  came(visitor: DayVisitor): void;
  /** @returns what of it counts: anybody may post anything. */
  take(report: CountReport): CountReport | undefined;
}
