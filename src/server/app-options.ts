import type { Hono } from 'hono';
import type { CountReport, CountTag } from '#src/shared/reports.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { Orders } from '#src/simulator/service/orders.ts';
import type { Places } from '#src/simulator/service/places.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { StateFiles } from '#src/simulator/states/states.ts';
import type { RenderContent } from './content/render-content.ts';
import type { DayVisitor } from './delivery/day-visitor.ts';
import type { RenderPlaceholder } from './delivery/document.ts';
import type { Preloads } from './delivery/preloads.ts';
import type { ReleaseSource } from './delivery/release-source.ts';
import type { StaticFiles } from './delivery/static-files.ts';
import type { ForwarderOptions } from './forwarder.ts';
import type { ClaimStore } from './keyed-call.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { ApiEnvironment } from './registry/api-environment.ts';
import type { Stopping } from './stopping.ts';
import type { UploadStore } from './uploads/upload-store.ts';

export interface AppOptions {
  readonly releases: ReleaseSource;
  /** HTML of the built page, with its placeholders. */
  readonly template: string;
  readonly preloads?: Preloads;
  readonly renderPlaceholder?: RenderPlaceholder;
  /** Renders screens with their data. Absent: pages ask for it. */
  readonly renderContent?: RenderContent;
  /** Files of the built page. */
  readonly files: StaticFiles;
  /** The registry's API, below `/capiz/api`; absent without a registry. */
  readonly api?: Hono<ApiEnvironment>;
  /** Pages for staff, below `/capiz/staff`. */
  readonly staffPages?: Hono;
  /** Folder of the built documentation. It may be built later. */
  readonly docs?: string;
  /** Previews of drafts for people with a link, below `/capiz/draft`. */
  readonly draftPages?: Hono;
  /**
   * Places for address fields. Only this server answers such requests; undefined: no places, and requests fail.
   */
  readonly places: Places | undefined;
  /** Sums up the counts of pages; absent: counts are dropped. */
  readonly counts?: CountSink;
  /** The service that answers the calls of the contracts. */
  readonly loanService:
    | SimulatorOptions
    | Pick<ForwarderOptions, 'upstream' | 'keepsKeys' | 'serviceHeaders'>;
  /** Makes sure that a critical call is sent once; absent: it is sent as often as pages request it. */
  readonly calls?: ClaimStore;
  /** Stores uploaded images; absent with a real loan service, which stores them. */
  readonly uploads?: UploadStore;
  /** Number of our own proxies in front of this server. */
  readonly proxies?: number;
  /** Origin that borrowers and staff see; with https, browsers are told to use only https. */
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
  /** Default: new ones, without those of the process. */
  readonly metrics?: Metrics;
  /** Also logs every request: kind of path, status and duration; never an address. */
  readonly logsRequests?: boolean;
}

export interface SimulatorOptions {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly service: ServiceAnswers;
  /** The states of screens for the gallery. */
  readonly states: StateFiles;
  /** Origin of the payment page, which is a separate app. */
  readonly payOrigin: string;
  readonly publicOrigin?: string;
  /** Orders of an earlier start of the service; default: none. */
  readonly orders?: Orders;
  /** Reads the fixtures again for a release that went live; default: they do not change. */
  readAgain?(): Pick<SimulatorOptions, 'scenarios' | 'service' | 'states'>;
}

export interface CountSink {
  /**
   * @returns the tag that the page of a document reports with; undefined if the page is not counted.
   * @param tag - As in `Choice`.
   * @param from - Network address of the client, if it is known.
   */
  tag(tag: CountTag, from: string | undefined): CountTag | undefined;
  /** Counts a served document. @param tag - As in `Choice`. */
  served(tag: CountTag): void;
  /** Counts a visitor's first page of the day. */
  came(visitor: DayVisitor): void;
  /** @returns the valid part of the report; anyone can post anything. */
  take(report: CountReport): CountReport | undefined;
}
