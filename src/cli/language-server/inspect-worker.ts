/** A thread that checks a whole project. Started by inspect-thread.ts. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { compileProject } from '#renderer/grammar/compile.ts';
import { inspectDocument, inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import { documentKind, type SourceFile } from '#renderer/grammar/world.ts';
import { adoptConfig } from '#src/extensions/config.ts';
import { checkBrand } from '#src/shared/brand/with-brand.ts';
import { checkFixtures } from '../fixtures/check-fixtures.ts';
import type { InspectionRequest, InspectionResult } from './inspection.ts';

const { root } = workerData as { readonly root: string };
const port = parentPort;
if (port === null) throw new Error('This is a thread of capiz lsp.');
await adoptConfig(root);

const memory = new ProjectMemory();
const known = new Map<string, SourceFile>();
port.on('message', (request: InspectionRequest) => inspect(port, request));

function inspect(to: MessagePort, first: InspectionRequest): void {
  let request = takeLast(to, first);
  for (;;) {
    const next = inspectUntilNext(to, request);
    if (next === undefined) return;
    request = next;
  }
}

/** @returns A request that arrived meanwhile; the rest of this one is then not worth its time. */
function inspectUntilNext(
  to: MessagePort,
  { version, edited }: InspectionRequest,
): InspectionRequest | undefined {
  const tell = (result: InspectionResult): void => to.postMessage(result);
  const files = [...known.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const documents = files.filter(({ path }) => documentKind(path) !== undefined || path.includes('/assets/'));
  const { problems } = compileProject(documents, memory);
  tell({ of: 'compilation', version, problems });
  const isSound = !problems.some(({ file, severity }) => file === edited && severity === 'error');
  if (edited !== undefined && isSound)
    tell({ of: 'document', version, file: edited, problems: inspectDocument(documents, edited, memory) });
  const next = takeNext(to);
  if (next !== undefined) return next;
  const further = [...checkBrand(documents), ...checkFixtures(root, documents)];
  tell({ of: 'project', version, problems: inspectProject(documents, further).problems });
  return takeNext(to);
}

function takeNext(to: MessagePort): InspectionRequest | undefined {
  const found = receiveMessageOnPort(to);
  // Only inspect-thread.ts sends messages to this thread.
  return found && takeLast(to, found.message as InspectionRequest);
}

/** Takes the changes of all requests that wait, and returns the last one. */
function takeLast(to: MessagePort, first: InspectionRequest): InspectionRequest {
  let last = first;
  for (;;) {
    for (const file of last.changed) known.set(file.path, file);
    for (const path of last.removed) known.delete(path);
    const found = receiveMessageOnPort(to);
    if (found === undefined) return last;
    // See takeNext.
    last = found.message as InspectionRequest;
  }
}
