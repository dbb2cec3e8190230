import { own } from '../runtime/lists.ts';
import { ActionFailure } from '../runtime/action.ts';
import type { Engine } from '../runtime/ports/engine.ts';
import type { NodePlan } from '../plan/plan.ts';
import type { UploadSource } from '../plan/uploads.ts';
import { isRecord } from '../plan/value.ts';

/** @throws ActionFailure if there is nothing to send: a retry would not help. */
export async function prepareUpload({ scope }: Engine, source: UploadSource): Promise<Blob> {
  const { refused } = source;
  if (refused !== undefined) {
    throw new ActionFailure({ kind: 'business', code: 'upload/refused', message: refused }, true);
  }
  try {
    return await source.prepare();
  } catch {
    const message = scope.locale.message('This file cannot be read as a photo.');
    throw new ActionFailure({ kind: 'business', code: 'upload/unreadable', message }, true);
  }
}

interface UploadFile {
  readonly content: Blob;
  readonly fileName?: string;
  /** @param percent - At most 99: only the answer confirms the arrival. */
  onProgress(percent: number): void;
}

/** Sends a file to the field's endpoint. @returns its address. */
export async function sendUpload(
  engine: Engine,
  { props }: NodePlan,
  { onProgress, ...file }: UploadFile,
  signal: AbortSignal,
): Promise<string> {
  const endpoint = own(engine.plan.endpoints, String(props?.['upload']));
  if (endpoint === undefined) throw new ActionFailure({ kind: 'unsupported', code: 'upload/unknown' });
  const reply = await engine.calls.call(
    endpoint,
    {},
    {
      signal,
      file: { ...file, onProgress: (share) => onProgress(Math.min(99, Math.floor(share * 100))) },
    },
  );
  const url = isRecord(reply) ? reply['url'] : undefined;
  if (typeof url !== 'string') throw new ActionFailure({ kind: 'invalid-reply' });
  return url;
}
