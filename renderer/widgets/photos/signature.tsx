import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { renderFieldGroup } from '../../kit/field-group.tsx';
import type { UploadItem } from '../../plan/uploads.ts';
import { NOT_UPLOADED } from '../../plan/upload-kinds.ts';
import type { Say } from '../../plan/words.ts';
import { uploadedItems } from '../../kit/upload-list.ts';
import type { WidgetProps } from '../define-widget.ts';
import type { PhotosProps } from '../props.generated.ts';
import {
  type Drawing,
  IMAGE_PX,
  INK_COLOR,
  LONGEST_NAME_PX,
  type Line,
  NAME_FONT,
  namePx,
  PAPER_COLOR,
  pathOf,
  PEN_PX,
} from './ink.ts';
import { usePen } from './use-pen.ts';
import { usePhoto } from './use-photo.ts';
import { useSigning } from './use-signing.ts';
import '../../kit/ends.css';
import '../../kit/text-button.css';
import '../../kit/upload-list.css';
import './signature.css';

const BOX_PX = 160;
/** The line to sign on. */
const LINE_COLOR = '#8a93a3';
const LONGEST_NAME = 80;

/** A box to sign in. A person who cannot draw types the name instead, which is then drawn. */
export function Signature(given: WidgetProps<PhotosProps>) {
  const { id, props, field, isEnabled, say } = given;
  const uploads = field?.uploads;
  const signing = useSigning(uploads);
  const { name } = signing;
  const [item] = uploads?.items ?? uploadedItems(field?.value);
  // From a draft, or from before the field was left: the lines are no longer known.
  const picture = signing.drawing === undefined && !name ? item : undefined;
  const canSign = isEnabled && typeof props.label !== 'symbol';
  const pen = usePen(
    signing.drawing,
    canSign && name === undefined && picture === undefined,
    signing.hold,
    signing.draw,
  );

  return renderFieldGroup({
    ...given,
    className: 'cz-field',
    labelClass: 'cz-field-label',
    hintClass: 'cz-field-hint',
    requiredWord: say('required'),
    children: (
      <>
        <div className="cz-stack">
          {name === undefined ? null : (
            <NameInput
              id={id}
              name={name}
              isEnabled={canSign}
              isWrong={field?.problem !== undefined}
              say={say}
              onType={signing.write}
            />
          )}
          <div className="cz-upload-add">
            <svg
              {...pen.handlers}
              className="cz-signature"
              role="img"
              aria-label={say(item?.phase === 'done' ? 'Signed' : 'Not signed')}
              width="100%"
              height={BOX_PX}
            >
              <rect width="100%" height="100%" rx="8" fill={PAPER_COLOR} />
              <line x1="5%" x2="95%" y1="80%" y2="80%" stroke={LINE_COLOR} />
              {picture !== undefined ? (
                <Picture item={picture} />
              ) : name === undefined ? (
                <Lines drawing={pen.drawing} />
              ) : (
                <Name name={name} />
              )}
            </svg>
          </div>
        </div>
        <p className="cz-ends">
          {picture === undefined ? (
            <button type="button" className="cz-text-button" disabled={!canSign} onClick={signing.change}>
              {say(name === undefined ? 'Type instead' : 'Draw instead')}
            </button>
          ) : null}
          {item?.phase === 'failed' && item.isRefused !== true ? (
            <button type="button" className="cz-text-button" onClick={() => uploads?.retry(item.key)}>
              {say('Try again')}
            </button>
          ) : null}
          <button type="button" className="cz-text-button" disabled={!canSign} onClick={signing.clear}>
            {say('Clear')}
          </button>
        </p>
        <p className="cz-field-hint" role="status">
          {statusOf(item, name, say)}
        </p>
      </>
    ),
  });
}

function statusOf(item: UploadItem | undefined, name: string | undefined, say: Say): string {
  if (item?.phase === 'done') return say('Signed');
  if (item?.phase === 'failed') return item.message ?? say(NOT_UPLOADED.signature);
  // Without its content the upload waits for a pause.
  if (item?.content !== undefined) return say('Uploading your signature…');
  return name === undefined
    ? say('Sign in the box with a finger, a pen or the mouse.')
    : say('Your name is used as your signature.');
}

interface NameInputProps {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly isWrong: boolean;
  readonly say: Say;
  onType(name: string): void;
}

function NameInput({ id, name, isEnabled, isWrong, say, onType }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div>
      <label className="cz-field-label" htmlFor={`${id}-name`}>
        {say('Your full name')}
      </label>
      <input
        ref={input}
        id={`${id}-name`}
        className="cz-input"
        autoComplete="name"
        maxLength={LONGEST_NAME}
        readOnly={!isEnabled}
        aria-invalid={isWrong || undefined}
        value={name}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </div>
  );
}

/** Keeps its proportions when the box has another size than the one it was drawn in. */
function Lines({ drawing }: { readonly drawing: Drawing | undefined }) {
  if (drawing === undefined) return null;
  return (
    <svg
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      width="100%"
      height="100%"
      overflow="visible"
      fill="none"
      stroke={INK_COLOR}
      strokeWidth={PEN_PX}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing.lines.map((line, at) => (
        <Stroke key={at} line={line} />
      ))}
    </svg>
  );
}

const Stroke = memo(({ line }: { readonly line: Line }) => <path d={pathOf(line)} />);

/** The name as the image shows it: condensed if its letters are wide. */
function Name({ name }: { readonly name: string }) {
  const { width, height } = IMAGE_PX;
  const text = useRef<SVGTextElement>(null);
  useLayoutEffect(() => {
    const { current } = text;
    if (current === null) return;
    current.removeAttribute('textLength');
    if (current.getComputedTextLength() > LONGEST_NAME_PX)
      current.setAttribute('textLength', String(LONGEST_NAME_PX));
  }, [name]);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" height="100%" aria-hidden="true">
      <text
        ref={text}
        lengthAdjust="spacingAndGlyphs"
        x={width / 2}
        y={height / 2}
        fontFamily={NAME_FONT}
        fontSize={namePx(name)}
        fill={INK_COLOR}
        textAnchor="middle"
        dominantBaseline="middle"
      >
        {name}
      </text>
    </svg>
  );
}

function Picture({ item }: { readonly item: UploadItem }) {
  const image = usePhoto<SVGImageElement>(item, 'href');
  return <image ref={image} width="100%" height="100%" />;
}
