import { Fragment } from 'react';
import { Words } from '../../kit/words.tsx';
import { isolate, isTurning, settle } from '../../plan/isolate.ts';
import { fillMarks, piecesOf, type SentencePiece } from '../../plan/sentence.ts';
import { defineWidget, type WidgetProps, type Words as Shown } from '../define-widget.ts';

/** The text with marks, then its values; undefined if it cannot be computed. */
type Marked = readonly string[] | Exclude<Shown, string> | undefined;

export interface SentenceProps {
  readonly words: Marked;
  /** Names of the links, in the order of their nodes. Not of a link. */
  readonly names?: readonly string[];
  /** Of the node of a link: its name. */
  readonly link?: string;
}

/** A text with links, or one of its links, in place of the words of another widget. The compiler makes these nodes; authors write `links`. */
export const sentence = defineWidget<SentenceProps>({
  type: 'sentence',
  Widget: (given) => (given.props.link === undefined ? drawWords(given) : drawLink(given)),
});

function drawWords({ props: { words, names = [] }, slotAt }: WidgetProps<SentenceProps>) {
  if (typeof words === 'symbol') return <Words of={words} size="long" />;
  return piecesIn(words).map(({ words: shown, link }) => (
    <Fragment key={link ?? shown}>
      {link !== undefined && names.includes(link) ? slotAt('links', names.indexOf(link)) : shown}
    </Fragment>
  ));
}

/** A link breaks between lines as words do, which a button does not. */
function drawLink({ props: { words, link }, id, emit, isBusy }: WidgetProps<SentenceProps>) {
  const shown = piecesIn(words).find((piece) => piece.link === link)?.words;
  if (shown === undefined) return null;
  const tap = (event: { preventDefault(): void }) => {
    // In a label, a tap on the link is no tap on the label's box.
    event.preventDefault();
    if (!isBusy) emit['tap']?.();
  };
  return (
    <a
      id={id}
      role="link"
      tabIndex={0}
      aria-busy={isBusy || undefined}
      onClick={tap}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tap(event);
      }}
    >
      <u>{shown}</u>
    </a>
  );
}

function piecesIn(words: Marked): readonly SentencePiece[] {
  if (words === undefined || typeof words === 'symbol') return [{ words: '—' }];
  const [text = '', ...values] = words;
  const turning = isTurning(words.join(''));
  const isolated = values.map((value) => isolate(value, turning));
  return piecesOf(text).map((piece) => ({ ...piece, words: settle(fillMarks(piece.words, isolated)) }));
}
