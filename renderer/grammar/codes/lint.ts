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
    title: 'A box is already ticked when the screen opens',
    why: 'In most laws a box that the visitor did not tick is no agreement.',
    bad: '{ "type": "check", "name": "agreed", "label": "I agree to the rules.", "initial": true }',
    good: '{ "type": "check", "name": "agreed", "label": "I agree to the rules." }',
  },
  'back/held': {
    severity: 'warning',
    title: 'A visitor who goes back is asked to stay',
    why: 'By law, words that keep a visitor from leaving may be unfair pressure. Acknowledge the warning with the reason for these words, or remove them.',
    bad: '"on": { "back": [{ "do": "open", "overlay": "stay" }, { "do": "back" }] }',
    good: '"on": { "back": [{ "do": "back" }] }, or a reason beneath "x-acknowledged" of the overlay',
  },
  'rating/gated': {
    severity: 'warning',
    title: 'Only visitors who rate well are asked for a public rating',
    why: 'App stores refuse applications that ask only satisfied people for a public rating.',
    bad: '{ "when": "form.rate.stars >= 4", "run": [{ "do": "native", "method": "rateInStore" }] }',
    good: '{ "do": "native", "method": "rateInStore" } for every number of stars',
  },
  'rating/not-sent': {
    severity: 'warning',
    title: 'The rating that is sent is not the one that the visitor chose',
    why: 'People who read the ratings believe that visitors chose them.',
    bad: '"with": { "stars": 5 }',
    good: '"with": { "stars": "${form.rate.stars}" }',
  },
  'rule/phone-market': {
    severity: 'warning',
    title: 'A rule refuses every mobile number of the market',
    why: 'No visitor in that market could fill in the field.',
    bad: '"purpose": "phone", "rules": [{ "rule": "pattern", "pattern": "1[3-9][0-9]{9}", … }] with "default": "en-PH"',
    good: '"pattern": "09[0-9]{9}"',
  },
  'screen/primary-buttons': {
    severity: 'warning',
    title: 'Two primary buttons can be shown at the same time',
    why: 'The primary button shows the main action of a screen. With two of them the visitor cannot tell which action is the main one.',
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
    title: 'An overlay has no visible way to close it',
    why: 'A visitor who does not want what it offers cannot leave it.',
    bad: '{ "type": "dialog", "dismissible": false, "body": [] }',
    good: '{ "type": "dialog", "dismissible": false, "bar": [{ "type": "button", "text": "Close", "on": { "tap": [{ "do": "close" }] } }], … }',
  },
  'condition/never': {
    severity: 'warning',
    title: 'A condition can never be true',
    why: 'What depends on it is never shown and never run.',
    bad: '"visibleWhen": "state.kind == \'book\' && state.kind == \'film\'"',
    good: '"visibleWhen": "state.kind == \'book\' || state.kind == \'film\'"',
  },
  'data/unread': {
    severity: 'warning',
    title: 'The screen loads data and does not use it',
    why: 'Visitors wait for the data, and if it fails, they see an error in place of the screen.',
    bad: '"data": { "shelf": … } and no expression with "data.shelf"',
    good: 'a screen without it',
  },
  'state/unused': {
    severity: 'warning',
    title: 'State is declared and nothing reads it',
    why: 'Most often a name is misspelt, or the action that used it was removed.',
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
    title: 'A button, a field or another control has no name',
    why: 'A screen reader would say "button" without saying which one.',
    bad: '{ "type": "button", "text": "", "on": { "tap": […] } }',
    good: '{ "type": "button", "text": "Take home", "on": { "tap": […] } }',
  },
  'text/too-long': {
    severity: 'warning',
    title: 'The words of a button need more than two lines on a narrow phone',
    why: 'On a phone of 320 px the button would fill much of the screen. Say in a few words what it does.',
    bad: '{ "type": "button", "text": "Take this book and all the others of the series home until the end of the month", … }',
    good: '{ "type": "button", "text": "Take the series home", … }',
  },
  'messages/missing': {
    severity: 'warning',
    title: 'A catalogue has no translation for a text that is shown',
    why: 'Visitors with that language read the text in another language.',
    bad: 'messages/de.json without "Take home"',
    good: '"Take home": "Ausleihen"',
  },
  'messages/button': {
    severity: 'warning',
    title: 'A translated text names a button by other words than the button has',
    why: 'Visitors look for a button with those words and find none.',
    bad: '"Go on": "Weiter", "Tap Go on to pay.": "Tippen Sie auf Go on, um zu zahlen."',
    good: '"Go on": "Weiter", "Tap Go on to pay.": "Tippen Sie auf Weiter, um zu zahlen."',
  },
  'acknowledged/nothing': {
    severity: 'warning',
    title: 'An acknowledgement belongs to no warning',
    why: 'The warning that it excused is gone, and it would hide the next warning of this kind.',
    bad: '"x-acknowledged": { "consent/prechecked": "…" } on a text',
    good: 'nothing, or the right code on the record the warning is in',
  },
} as const satisfies CodeEntries;
