import { createPathTest } from '#src/shared/contract-path.ts';
import type { AppOptions } from './app-options.ts';
import type { CallService, ServeCalls } from './call-service.ts';
import { type AddressDocument, createAddressDocument } from './delivery/document.ts';
import type { Release } from './delivery/release.ts';
import type { ReleaseParts } from './delivery/release-source.ts';
import { contentSecurityPolicy } from './delivery/security-headers.ts';
import { wholeOf } from './delivery/whole-release.ts';
import { createGallery, type Gallery, openUnrouted } from './demo/gallery.ts';
import { prefixesOfCalls } from './no-such-path.ts';
import type { Showcase } from './demo/open-simulator.ts';

/** A release with everything that this server needs to answer for it. */
export interface Delivered {
  readonly release: Release;
  readonly document: AddressDocument;
  /** Content-Security-Policy of its documents. */
  readonly policy: string;
  /** Query parameters of the session. */
  readonly sessionNames: readonly string[];
  /** Whether a contract has this path of an address: `/loans/7` is one of `/loans/{id}`. */
  readonly takesCall: (path: string) => boolean;
  /** A result of `prefixesOfCalls`. */
  readonly callPrefixes: ReadonlySet<string>;
  /** Paths of screens that only demonstrations have. */
  readonly demoPaths: ReadonlySet<string>;
  /** The gallery of its screens in all their states; only with the simulated loan service. */
  readonly gallery?: Gallery;
  /** Answers the calls of its contracts. */
  readonly service: CallService;
}

interface Options
  extends Pick<AppOptions, 'releases' | 'template' | 'preloads' | 'renderPlaceholder' | 'demo' | 'log'> {
  readonly serve: ServeCalls;
  /** Content of the gallery; absent with a real loan service. */
  readonly showcase?: () => Showcase;
}

/** Prepares each release once. */
export function createDelivery(options: Options): (parts: ReleaseParts) => Delivered {
  const known = new WeakMap<ReleaseParts, Delivered>();
  return (parts) => {
    let delivered = known.get(parts);
    if (delivered === undefined) {
      delivered = deliver(parts, options);
      known.set(parts, delivered);
    }
    return delivered;
  };
}

function deliver({ release, contracts }: ReleaseParts, options: Options): Delivered {
  const { releases, template, preloads = {}, renderPlaceholder, demo = false } = options;
  const { serve, showcase, log = () => {} } = options;
  const { plan } = release.app;
  const callPaths = contracts.flatMap(({ paths }) => paths);
  const screenPaths = Object.values(plan.screens).flatMap(({ paths }) => paths);
  // If the release lacks the language, its default language is used.
  const nameIn = (one: Release, language: string) =>
    (wholeOf(one, language) ?? wholeOf(one, one.language))?.name ?? '';
  return {
    release,
    document: createAddressDocument({
      release: showcase ? openUnrouted(release) : release,
      template,
      preloads,
      ...(renderPlaceholder && { renderPlaceholder }),
      nameOf(language) {
        const name = nameIn(release, language);
        const parts = releases.bundled?.();
        const bundled = parts && nameIn(parts.release, language);
        return { name, ...(bundled !== undefined && bundled !== name && { bundled }) };
      },
      demo: demo || showcase !== undefined,
    }),
    policy: contentSecurityPolicy(plan.hosts),
    sessionNames: Object.values(plan.session).flatMap(({ wire }) => wire),
    takesCall: createPathTest(callPaths),
    callPrefixes: prefixesOfCalls(callPaths, screenPaths),
    demoPaths: pathsOfDemo(release),
    service: serve(contracts),
    ...(showcase && {
      gallery: createGallery({
        ...{ ...showcase(), release, contracts, log },
        // The working folder may have states of screens that this release does not have.
        onBadFixture: ({ message }) => log(`Left out of the gallery: ${message}`),
      }),
    }),
  };
}

/** Empty for a release without screens for demonstrations. */
function pathsOfDemo({ app, screens, plans }: Release): ReadonlySet<string> {
  return new Set(
    Object.entries(app.plan.screens).flatMap(([id, { paths }]) =>
      plans.get(screens[id] ?? '')?.demo === true ? paths : [],
    ),
  );
}
