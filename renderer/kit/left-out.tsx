import { useEffect, useState } from 'react';
import type { Say } from '../plan/words.ts';
import './field.css';
import type { LeftOut } from './type-into.ts';

interface Note {
  readonly leftOut: LeftOut;
  /** A single key was refused: the note stays for the next key. */
  readonly isKey: boolean;
}

type Tell = (leftOut: LeftOut | undefined, isKey: boolean) => void;

const tells = new WeakMap<Element, Tell>();

/** Shows what was removed from an edit; undefined clears an earlier note. */
export function showLeftOut(control: Element, leftOut: LeftOut | undefined, isKey: boolean): void {
  tells.get(control)?.(leftOut, isKey);
}

interface LeftOutNoteProps {
  /** Id of the text control. */
  readonly control: string;
  readonly max: number | undefined;
  readonly say: Say;
}

/** Below a control: why part of the typed or pasted text is missing. */
export function LeftOutNote({ control, max, say }: LeftOutNoteProps) {
  const [note, setNote] = useState<Note>();
  useEffect(() => {
    const box = document.getElementById(control);
    if (box === null) return undefined;
    tells.set(box, (leftOut, isKey) =>
      setNote((old) => (leftOut ? { leftOut, isKey } : isKey && old?.isKey === true ? old : undefined)),
    );
    const leave = () => setNote((old) => (old?.isKey === true ? undefined : old));
    box.addEventListener('blur', leave);
    return () => {
      tells.delete(box);
      box.removeEventListener('blur', leave);
    };
  }, [control]);
  const words = [
    note?.leftOut.isOther && say('Enter digits only. Other characters were left out.'),
    note?.leftOut.isLonger &&
      max !== undefined &&
      (max === 1
        ? say('Enter no more than 1 character. The rest was left out.')
        : say('Enter no more than {max} characters. The rest was left out.', { max })),
  ];
  return <FieldNote words={words.filter(Boolean).join(' ')} />;
}

/** Always rendered: screen readers announce only changes in a region that existed before. */
export function FieldNote({ words }: { readonly words: string }) {
  return (
    <p role="status" className="cz-field-note">
      {words}
    </p>
  );
}
