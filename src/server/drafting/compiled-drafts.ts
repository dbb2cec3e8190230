import { parse } from 'jsonc-parser';
import { type AddressDocument, createAddressDocument, type DocumentOptions } from '../delivery/document.ts';
import { wholeOf } from '../delivery/whole-release.ts';
import { openUnrouted } from '../demo/gallery.ts';
import type { Compile } from '../registry/compilation.ts';
import type { CompileAsker } from '../registry/compile-queue.ts';
import { hashOf } from '../registry/contents.ts';
import type { Queries } from '../registry/database.ts';
import { composeForReading, readChanges } from '../registry/drafts.ts';
import { compileBytes } from '../registry/compile-bytes.ts';
import { readBytes } from '../registry/manifests.ts';
import type { ReleaseParts } from '../delivery/release-source.ts';
import { variantName } from '#src/shared/project-paths.ts';
import type { Definitions } from '../project.ts';
import { readVariant, type Variant } from '#src/simulator/states/variants.ts';

/** A compiled draft for previews. */
export interface CompiledDraft {
  /** The release of the draft. Its screens without a route can be opened, too. */
  readonly parts: ReleaseParts;
  readonly document: AddressDocument;
  /** Ids of screens whose document the draft has changed, in order. */
  readonly changed: readonly string[];
  /** States that were made in the draft, by name. */
  readonly variants: ReadonlyMap<string, Variant>;
}

export interface CompiledDraftsOptions {
  readonly compile: Compile;
  readonly make: (definitions: Definitions) => ReleaseParts;
  /** The built borrower's page. */
  readonly page: Pick<DocumentOptions, 'template' | 'preloads' | 'renderPlaceholder'>;
}

/** Number of cached drafts; one preview requests its draft several times. */
const MOST = 4;

/** A compile of a draft, with the callers that wait for it. */
interface Shared {
  readonly draft: Promise<CompiledDraft>;
  readonly ending: AbortController;
  waiting: number;
}

/** A caller that disconnects stops waiting; when the last one has gone, the compile is stopped. */
async function waitFor(shared: Shared, signal: AbortSignal | undefined, forget: () => void) {
  shared.waiting += 1;
  const leave = (): void => {
    shared.waiting -= 1;
    if (shared.waiting > 0) return;
    forget();
    shared.ending.abort();
  };
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  try {
    return await shared.draft;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

const SCREEN = /^screens\/([\w-]+)\.screen\.json$/;

/**
 * Compiles drafts as they are now; equal content is compiled once.
 * @throws RegistryRefusal `problems` while the draft has errors, `unknown`.
 */
export function createCompiledDrafts({ compile, make, page }: CompiledDraftsOptions) {
  const known = new Map<string, Shared>();
  async function compileDraft(
    queries: Queries,
    id: string,
    files: ReadonlyMap<string, string>,
    asker: CompileAsker,
  ): Promise<CompiledDraft> {
    const all = await readBytes(queries, files);
    const bytes = new Map([...all].filter(([path]) => variantName(path) === undefined));
    const made = make({ ...(await compileBytes(bytes, (given) => compile(given, asker))), files: bytes });
    const release = openUnrouted(made.release);
    const changed = [...(await readChanges(queries, id)).keys()]
      .flatMap((path) => SCREEN.exec(path)?.[1] ?? [])
      .filter((screen) => Object.hasOwn(release.screens, screen));
    const document = createAddressDocument({
      ...{ release, ...page, demo: true },
      nameOf: (language) => ({ name: wholeOf(release, language)?.name ?? '' }),
    });
    return { parts: { ...made, release }, document, changed, variants: readVariants(all) };
  }
  return async (queries: Queries, id: string, asker: CompileAsker): Promise<CompiledDraft> => {
    const { files } = await composeForReading(queries, id);
    const key = hashOf(JSON.stringify([id, [...files].sort(([a], [b]) => (a < b ? -1 : 1))]));
    let found = known.get(key);
    if (found === undefined) {
      const ending = new AbortController();
      const draft = compileDraft(queries, id, files, { who: asker.who, signal: ending.signal });
      found = { draft, ending, waiting: 0 };
    }
    known.delete(key);
    known.set(key, found);
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break;
      known.delete(oldest);
    }
    // A failed compile may be retried.
    found.draft.catch(() => known.delete(key));
    return waitFor(found, asker.signal, () => {
      if (known.get(key) === found) known.delete(key);
    });
  };
}

/** Unreadable variants are left out: a variant that is being typed must not prevent the preview. */
function readVariants(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Variant> {
  return new Map(
    [...files].flatMap(([path, bytes]) => {
      const name = variantName(path);
      const variant =
        name === undefined ? undefined : readVariant(parse(new TextDecoder().decode(bytes)) as unknown);
      return name === undefined || variant === undefined ? [] : [[name, variant] as const];
    }),
  );
}
