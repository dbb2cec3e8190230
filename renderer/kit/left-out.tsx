import { useEffect, useState } from 'react';
import type { Say } from '../plan/words.ts';
import './field.css';
import type { LeftOut } from './type-into.ts';

interface Note {
  readonly leftOut: LeftOut;
  /** One key was refused: the next key is another character, and does not take the words away. */
  readonly isKey: boolean;
}

type Tell = (leftOut: LeftOut | undefined, isKey: boolean) => void;

const tells = new WeakMap<Element, Tell>();

/** Says what was left out of an edit of this control; without anything, the words of an earlier paste go. */
export function tellLeftOut(control: Element, leftOut: LeftOut | undefined, isKey: boolean): void {
  tells.get(control)?.(leftOut, isKey);
}

interface LeftOutNoteProps {
  /** Id of the control that is typed into. */
  readonly control: string;
  readonly max: number | undefined;
  readonly say: Say;
}

/** Beneath a control: why part of what was typed or pasted is not in it. */
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
      say('Enter no more than {max} characters. The rest was left out.', { max }),
  ];
  return <FieldNote words={words.filter(Boolean).join(' ')} />;
}

/** The region stands from the beginning: a screen reader tells only what comes into one that it knows. */
export function FieldNote({ words }: { readonly words: string }) {
  return (
    <p role="status" className="cz-field-note">
      {words}
    </p>
  );
}
