import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';

/** A request to the inspecting thread, with the files that changed since the last request. */
export interface InspectionRequest {
  readonly version: number;
  readonly changed: readonly SourceFile[];
  readonly removed: readonly string[];
  /** The document that a person edits. */
  readonly edited?: string;
}

/** What the inspecting thread finds, the fastest first. */
export type InspectionResult =
  /** The warnings of the edited document. */
  | {
      readonly of: 'document';
      readonly version: number;
      readonly file: string;
      readonly problems: readonly Problem[];
    }
  /** The problems of all documents, without the warnings of lint rules. */
  | { readonly of: 'compilation'; readonly version: number; readonly problems: readonly Problem[] }
  /** All problems, as `capiz check` reports them. */
  | { readonly of: 'project'; readonly version: number; readonly problems: readonly Problem[] };

/** Inspects a project beside the thread that answers the editor. */
export interface Inspector {
  inspect(request: InspectionRequest): void;
  close(): void;
}

export type StartInspector = (root: string, tell: (result: InspectionResult) => void) => Inspector;
