import {
  AppWindow,
  BadgeInfo,
  Banknote,
  Calendar,
  Camera,
  CircleDot,
  ClipboardCheck,
  ClipboardPen,
  Component,
  Copy,
  Gauge,
  Hash,
  Image,
  LayoutList,
  ListChecks,
  ListPlus,
  type LucideIcon,
  MapPin,
  PanelTop,
  Paperclip,
  Puzzle,
  Repeat,
  Rows3,
  Signpost,
  SquareCheck,
  SquareDashed,
  SquareMousePointer,
  SquareStack,
  Star,
  Table,
  TextCursorInput,
  Type,
} from 'lucide-react';
import { describeType } from '../properties/describe.ts';
import { isInput } from './new-node.ts';

/** How the palette shows a kind of widget. */
export interface WidgetLine {
  readonly title: string;
  /** A description of one line. */
  readonly help: string;
  /** Other words that people search for, separated by spaces. */
  readonly words: string;
  readonly icon: LucideIcon;
  readonly group: string;
}

const SHOWN = 'Text and pictures';
const LAYOUT = 'Layout';
const TAPPED = 'Buttons and links';
const FILLED = 'Filled in';
export const PARTS = 'Parts';

type Row = readonly [icon: LucideIcon, group: string, help: string, words: string];

const ROWS: { readonly [type: string]: Row } = {
  text: [Type, SHOWN, 'A heading, a paragraph or small print.', 'title headline label caption copy link'],
  image: [Image, SHOWN, 'A picture, or a QR code.', 'picture photo logo illustration qr barcode'],
  status: [
    BadgeInfo,
    SHOWN,
    'A notice with an icon: success, error or information.',
    'alert banner message warning error callout',
  ],
  rows: [Rows3, SHOWN, 'Names with their values, or a timeline.', 'list details summary history key'],
  table: [Table, SHOWN, 'Columns and rows; cards on a narrow phone.', 'grid columns list'],
  amount: [Banknote, SHOWN, 'The amount of money that the screen is about.', 'money price sum total'],
  code: [Copy, SHOWN, 'A code to copy, in groups of digits.', 'reference number voucher copy'],
  progress: [Gauge, SHOWN, 'A bar that shows how far something is.', 'percent loading meter'],
  frame: [AppWindow, SHOWN, 'A page of another site.', 'iframe embed web'],
  section: [
    SquareDashed,
    LAYOUT,
    'A card, a row, columns, steps, bullets or an accordion.',
    'group container box collapse expand divider list',
  ],
  tabs: [PanelTop, LAYOUT, 'Panels, one at a time.', 'tab segment switch pages'],
  slot: [Puzzle, LAYOUT, 'A place that each use of this part fills.', 'placeholder children hole'],
  part: [Component, LAYOUT, 'A piece that several screens share.', 'component shared reuse'],
  button: [
    SquareMousePointer,
    TAPPED,
    'Goes somewhere, sends a form or calls a service.',
    'link action submit cta tap',
  ],
  item: [
    LayoutList,
    TAPPED,
    'A line with a picture and words that can be tapped.',
    'link menu row entry list cell',
  ],
  'text-field': [
    TextCursorInput,
    FILLED,
    'Typed text of one line or several.',
    'input textbox textarea name email phone',
  ],
  'number-field': [Hash, FILLED, 'A number, or an amount of money.', 'input currency quantity slider'],
  choice: [CircleDot, FILLED, 'One of several options.', 'dropdown select radio picker single list'],
  choices: [ListChecks, FILLED, 'Several of a list of options.', 'dropdown select checkboxes multiple list'],
  check: [SquareCheck, FILLED, 'A box to tick, or a switch.', 'checkbox toggle consent agree yes'],
  day: [Calendar, FILLED, 'A date, typed or picked in a calendar.', 'date birthday picker'],
  city: [
    MapPin,
    FILLED,
    'A place, found by its name in a long list.',
    'town address location dropdown select',
  ],
  files: [Paperclip, FILLED, 'Documents to send.', 'upload attachment pdf'],
  photos: [Camera, FILLED, 'Photos to send, or a signature.', 'upload image picture selfie sign'],
  rating: [Star, FILLED, 'One to five stars.', 'feedback score review'],
  form: [ClipboardPen, FILLED, 'Fields that are sent together.', 'fields submit'],
  group: [SquareStack, FILLED, 'Fields that make up one value.', 'fields record'],
  repeat: [Repeat, FILLED, 'Fields that can be filled in several times.', 'list again add'],
  fields: [ListPlus, FILLED, 'Fields that the server chooses.', 'dynamic server'],
  steps: [Signpost, FILLED, 'A form in steps.', 'wizard pages'],
  review: [ClipboardCheck, FILLED, 'What was entered so far.', 'summary check'],
};

/** How the palette shows a widget. The texts of a widget from another package come from its schema. */
export function lineOfWidget(type: string): WidgetLine {
  const { title, help: described } = describeType('widgets', type);
  const own = [Puzzle, isInput(type) ? FILLED : 'Other', described, ''] as const;
  const [icon, group, help, words] = (Object.hasOwn(ROWS, type) && ROWS[type]) || own;
  return { title, help, words, icon, group };
}

const ORDER = Object.keys(ROWS);

/** Position of a widget in the palette; widgets of other packages are last. */
export function orderOfWidget(type: string): number {
  const at = ORDER.indexOf(type);
  return at < 0 ? ORDER.length : at;
}
