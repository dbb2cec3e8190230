import { isJson, type Json } from '#renderer/grammar/json.ts';
import { changeDocument } from '#src/studio/model/change-document.ts';
import { documentOf, nodeOf, slotsOfPart } from '#src/studio/model/nodes.ts';
import { allItems, type OutlineItem, outlineOf, type Selection } from '#src/studio/model/outline.ts';
import { filesOf } from '#src/studio/model/uses.ts';
import type { Workspace, WorkspaceView } from '#src/studio/model/workspace.ts';
import type { Change } from '#src/studio/properties/write.ts';

/** What is generated for one step: which command, what it chooses, and what is typed. */
export interface Move {
  readonly command: number;
  readonly picks: readonly number[];
  readonly words: string;
}

/** What a command did. */
export interface Made {
  /** Values that the person wrote. */
  readonly typed?: readonly { readonly place: Selection; readonly value: unknown }[];
  /** Values that the person removed or replaced: the comments of those may go. */
  readonly replaced?: readonly Selection[];
  /** Text that need not parse. */
  readonly isText?: true;
}

/** A command of the studio. Undefined: it is not offered here. */
export type Command = (desk: Desk) => Made | undefined;

/** The studio at one screen, as far as a command needs it. */
export class Desk {
  readonly workspace: Workspace;
  readonly screen: string;
  readonly words: string;
  #picks: readonly number[];

  constructor(workspace: Workspace, screen: string, { picks, words }: Pick<Move, 'picks' | 'words'>) {
    this.workspace = workspace;
    this.screen = screen;
    this.words = words;
    this.#picks = picks;
  }

  get view(): WorkspaceView {
    return this.workspace.snapshot();
  }

  pick<T>(from: readonly T[]): T | undefined {
    const [first = 0, ...rest] = this.#picks;
    this.#picks = rest;
    return from[first % Math.max(1, from.length)];
  }

  /** Whether the studio has refused an edit, because the document does not parse. */
  isRefused = false;

  readonly change: Change = (label, edit, { file }, gesture) => {
    const edited = changeDocument(this.workspace, label, edit, file, gesture);
    if (edited === undefined) this.isRefused = true;
  };

  /** A document of the screen: its own, or that of a part. */
  pickFile(): string | undefined {
    const { view } = this;
    return this.pick([...filesOf(view, this.screen)].filter((path) => view.texts.has(path)));
  }

  document(file: string): Json {
    const document = documentOf(this.view, file);
    return isJson(document) ? document : {};
  }

  /** The lines of the outline of a document. */
  items(file: string): readonly OutlineItem[] {
    return [...allItems(outlineOf(file, this.document(file), (part) => slotsOfPart(this.view, part)))];
  }

  /** A node of the screen. */
  pickItem(isWanted: (item: OutlineItem) => boolean = () => true): OutlineItem | undefined {
    const file = this.pickFile();
    return file === undefined ? undefined : this.pick(this.items(file).filter(isWanted));
  }

  /** A node with its values. */
  pickNode() {
    const item = this.pickItem();
    const node = item && nodeOf(this.view, item);
    return item === undefined || node === undefined ? undefined : { item, ...node };
  }
}
