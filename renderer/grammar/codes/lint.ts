import type { CodeEntries } from './entry.ts';

/**
 * What a definition may say and hardly ever should. Warnings, each of which can be acknowledged with a reason.
 *
 * Of what people expect of such rules (unknown names, amounts without a format, open addresses, raw styles, missing
 * alternatives) most is an error of the checker or cannot be written at all; here is the rest.
 */
export const lintCodes = {
  'consent/prechecked': {
    severity: 'warning',
    title: 'A box is ticked before anybody ticked it',
    why: 'What somebody did not tick themselves is no agreement in most laws.',
    bad: '{ "type": "check", "name": "agreed", "label": "I agree to the rules.", "initial": true }',
    good: '{ "type": "check", "name": "agreed", "label": "I agree to the rules." }',
  },
  'back/held': {
    severity: 'warning',
    title: 'Whoever goes back is asked to stay',
    why: 'Words that keep people from leaving may be unfair pressure by law: somebody must say why they are there.',
    bad: '"on": { "back": [{ "do": "open", "overlay": "stay" }, { "do": "back" }] }',
    good: '"on": { "back": [{ "do": "back" }] }, or a reason beneath "x-acknowledged" of the overlay',
  },
  'rating/gated': {
    severity: 'warning',
    title: 'Only those who rate well are sent to rate in public',
    why: 'Stores refuse applications that ask only the satisfied for a public rating.',
    bad: '{ "when": "form.rate.stars >= 4", "run": [{ "do": "native", "method": "rateInStore" }] }',
    good: '{ "do": "native", "method": "rateInStore" } for every number of stars',
  },
  'rating/not-sent': {
    severity: 'warning',
    title: 'A rating is asked for, and something else is sent',
    why: 'Whoever reads the ratings believes that they are what people chose.',
    bad: '"with": { "stars": 5 }',
    good: '"with": { "stars": "${form.rate.stars}" }',
  },
  'rule/phone-market': {
    severity: 'warning',
    title: 'A rule refuses every mobile number of the market',
    why: 'Nobody there could get past the field.',
    bad: '"purpose": "phone", "rules": [{ "rule": "pattern", "pattern": "1[3-9][0-9]{9}", … }] with "default": "en-PH"',
    good: '"pattern": "09[0-9]{9}"',
  },
  'screen/primary-buttons': {
    severity: 'warning',
    title: 'Two primary buttons can stand beside each other',
    why: 'The one act of a screen is what its primary button does; of two neither is.',
    bad: 'two buttons with "emphasis": "primary" in one "bar"',
    good: 'one "primary" and one "secondary"',
  },
  'screen/unreachable': {
    severity: 'warning',
    title: 'No address and no action leads to this screen',
    why: 'Nobody will ever see it.',
    bad: 'a screen without "routes" that no { "do": "go" } names',
    good: '"routes": ["/shelf"]',
  },
  'overlay/no-exit': {
    severity: 'warning',
    title: 'An overlay has no way out that can be seen',
    why: 'Whoever does not want what it offers is caught.',
    bad: '{ "type": "dialog", "dismissible": false, "body": [] }',
    good: '{ "type": "dialog", "dismissible": false, "bar": [{ "type": "button", "text": "Close", "on": { "tap": [{ "do": "close" }] } }], … }',
  },
  'condition/never': {
    severity: 'warning',
    title: 'A condition can never be true',
    why: 'What it guards is never shown and never done.',
    bad: '"visibleWhen": "state.kind == \'book\' && state.kind == \'film\'"',
    good: '"visibleWhen": "state.kind == \'book\' || state.kind == \'film\'"',
  },
  'data/unread': {
    severity: 'warning',
    title: 'Data is read and nothing of it is used',
    why: 'Visitors wait for it, and a failure of it replaces the screen.',
    bad: '"data": { "shelf": … } and no expression with "data.shelf"',
    good: 'a screen without it',
  },
  'state/unused': {
    severity: 'warning',
    title: 'State is declared and nothing reads it',
    why: 'Whoever reads the definition looks for its use; most often a name is misspelt or an action was removed.',
    bad: '"state": { "asked": { "type": "boolean" } } and no expression with "state.asked"',
    good: 'a screen without it',
  },
  'timer/unused': {
    severity: 'warning',
    title: 'A timer is declared and nothing reads it',
    why: 'Time passes and nothing changes.',
    bad: '"timers": { "resend": { "seconds": 60 } } and no expression with "timer.resend"',
    good: 'a screen without it',
  },
  'field/unsent': {
    severity: 'warning',
    title: 'Nothing reads what is entered in a field',
    why: 'The visitor fills it in for nothing.',
    bad: '{ "type": "text-field", "name": "note", "label": "Note" } and no expression with "form.review.note"',
    good: '"with": { "note": "${form.review.note}" } in the request that the form sends',
  },
  'form/unsent': {
    severity: 'warning',
    title: 'Nothing sends a form',
    why: 'The visitor fills it in and has no button to send it. No warning where the form has no "submit" list and a "validate", a text or an action reads its fields.',
    bad: '{ "type": "form", "id": "visit", "body": […], "on": { "submit": […] } } and no { "do": "submit", "form": "visit" }',
    good: '{ "type": "button", "text": "Send", "on": { "tap": [{ "do": "submit", "form": "visit" }] } }',
  },
  'image/not-enlarged': {
    severity: 'warning',
    title: 'An image has "zoom" and cannot be enlarged',
    why: 'A tap on an image with "tap" runs its actions, and a QR code is not enlarged: "zoom" has no effect.',
    bad: '{ "type": "image", "src": "asset:map", "alt": "Map", "zoom": true, "on": { "tap": […] } }',
    good: '{ "type": "image", "src": "asset:map", "alt": "Map", "zoom": true } or one with "tap" only',
  },
  'button/idle': {
    severity: 'warning',
    title: 'A button does nothing',
    why: 'The visitor taps it, and nothing happens.',
    bad: '{ "type": "button", "text": "Take home", "on": { "tap": [] } }',
    good: '{ "type": "button", "text": "Take home", "on": { "tap": [{ "do": "submit", "form": "visit" }] } }',
  },
  'option/unlisted': {
    severity: 'warning',
    title: 'An option has a value that the contract does not list',
    why: 'The service would most likely refuse it.',
    bad: '{ "value": "inn", "text": "In" } (known: in, out, lost)',
    good: '{ "value": "in", "text": "In" }',
  },
  'node/no-name': {
    severity: 'warning',
    title: 'What can be touched or filled in has no name',
    why: 'A screen reader would say what kind of thing it is and not which.',
    bad: '{ "type": "button", "text": "", "on": { "tap": […] } }',
    good: '{ "type": "button", "text": "Take home", "on": { "tap": […] } }',
  },
  'text/too-long': {
    severity: 'warning',
    title: 'The words of a button need more than two lines on a narrow phone',
    why: 'At 320 px the button would be mostly words; what a button does is said in few.',
    bad: '{ "type": "button", "text": "Take this book and all the others of the series home until the end of the month", … }',
    good: '{ "type": "button", "text": "Take the series home", … }',
  },
  'messages/missing': {
    severity: 'warning',
    title: 'A catalogue has no translation of texts that are shown',
    why: 'People of the language read other words between their own.',
    bad: 'messages/de.json without "Take home"',
    good: '"Take home": "Ausleihen"',
  },
  'messages/button': {
    severity: 'warning',
    title: 'A translation names a button otherwise than the button is called',
    why: 'People look for a button with those words and find none.',
    bad: '"Go on": "Weiter", "Tap Go on to pay.": "Tippen Sie auf Go on, um zu zahlen."',
    good: '"Go on": "Weiter", "Tap Go on to pay.": "Tippen Sie auf Weiter, um zu zahlen."',
  },
  'acknowledged/nothing': {
    severity: 'warning',
    title: 'An acknowledgement is of no warning',
    why: 'What it once excused is gone, and it would hide the next one.',
    bad: '"x-acknowledged": { "consent/prechecked": "…" } on a text',
    good: 'nothing, or the right code on the record the warning is in',
  },
} as const satisfies CodeEntries;
