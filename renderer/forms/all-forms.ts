import type { Engine, FormsPort } from '../live/ports.ts';
import { awaitUploads } from './await-uploads.ts';
import { keepComputed } from './compute.ts';
import { createChecks } from './checks.ts';
import { createFormUploads } from './form-uploads.ts';
import { createForms as createCore } from './forms.ts';
import { awaitLists, findListProblem } from './option-lists.ts';
import { createRemoteChecks } from './remote.ts';
import { createNests } from './repeat.ts';
import { createSteps } from './steps.ts';

/** Forms with what few screens need. */
export function createForms(engine: Engine): FormsPort {
  return createCore(engine, {
    createChecks,
    awaitLists,
    findListProblem,
    awaitUploads,
    keepComputed,
    createFormUploads,
    createRemoteChecks,
    createNests,
    createSteps,
  });
}
