import type { Engine, FormsPort } from '../live/live.ts';
import { awaitUploads } from './await-uploads.ts';
import { createForms as createCore } from './forms.ts';
import { createRemoteChecks } from './remote.ts';
import { createNests } from './repeat.ts';
import { createUploads } from './uploads.ts';

/** Forms with what few screens need. */
export function createForms(engine: Engine): FormsPort {
  return createCore(engine, { createUploads, awaitUploads, createRemoteChecks, createNests });
}
