import { useEffect, useRef, useState } from 'react';
import { NOT_UPLOADED } from '../../plan/upload-kinds.ts';
import type { Uploads, UploadSource } from '../../plan/uploads.ts';
import { drawInk } from './draw-ink.ts';
import { type Drawing, type Ink, isSigned } from './ink.ts';

/** Pause after the last line or letter before the upload, in ms. */
const PAUSE_MS = 1000;

/**
 * A signature that is uploaded when the person pauses, not after each stroke. The upload counts as running from the
 * first stroke, so sending the form waits for it.
 */
class Signing {
  isOver = false;
  private ink: Ink;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private end: () => void = () => {};
  private readonly pause = new Promise<void>((resolve) => {
    this.end = resolve;
  });

  constructor(ink: Ink) {
    this.ink = ink;
    this.wait();
  }

  get source(): UploadSource {
    return {
      prepare: () => this.pause.then(() => drawInk(this.ink)),
      fileName: 'signature.png',
      failed: NOT_UPLOADED.signature,
    };
  }

  /** While a line is drawn, the pause has not begun. */
  hold(): void {
    clearTimeout(this.timer);
  }

  change(ink: Ink): void {
    this.ink = ink;
    this.wait();
  }

  /** Begins the pause again. */
  wait(): void {
    this.hold();
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.end();
    }, PAUSE_MS);
  }
}

/** What the person draws or types, and its upload. */
export function useSigning(uploads: Uploads | undefined) {
  const [drawing, setDrawing] = useState<Drawing>();
  /** Undefined while the person draws. */
  const [name, setName] = useState<string>();
  const signing = useRef<Signing>(undefined);
  const early = useRef<Ink>(undefined);
  const [item] = uploads?.items ?? [];

  const sign = (ink: Ink | undefined) => {
    if (uploads === undefined) {
      early.current = ink;
      return;
    }
    const isRight = ink !== undefined && isSigned(ink);
    if (isRight && item !== undefined && signing.current?.isOver === false) {
      signing.current.change(ink);
      return;
    }
    signing.current?.hold();
    signing.current = isRight ? new Signing(ink) : undefined;
    if (item !== undefined) uploads.remove(item.key);
    if (signing.current !== undefined) uploads.add([signing.current.source]);
  };

  // Signed before the code of the form was loaded.
  useEffect(() => {
    if (uploads === undefined || early.current === undefined) return;
    sign(early.current);
    early.current = undefined;
  });

  // A line that is not finished does not keep the form from being sent.
  useEffect(() => () => signing.current?.wait(), []);

  // The form was emptied.
  useEffect(() => {
    if (uploads === undefined || item !== undefined || signing.current === undefined) return;
    signing.current = undefined;
    setDrawing(undefined);
    setName(undefined);
  }, [uploads, item]);

  return {
    drawing,
    name,
    hold: () => signing.current?.hold(),
    draw(next: Drawing | undefined) {
      setDrawing(next);
      sign(next);
    },
    write(next: string) {
      setName(next);
      sign(next);
    },
    /** Changes between drawing and typing; what was drawn is kept. */
    change() {
      const next = name === undefined ? '' : undefined;
      setName(next);
      sign(next ?? drawing);
    },
    /** Removes what was drawn or typed, also what was uploaded. */
    clear() {
      setDrawing(undefined);
      if (name !== undefined) setName('');
      sign(undefined);
    },
  };
}
