/**
 * Finds words that people of a language cannot read, where a text was left in, or copied from, another
 * one: any CJK writing in a language of another script, and Indonesian among English and Filipino, which
 * both languages' own words are told from by a short list of common ones.
 */

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Languages that are written so. */
const OF_CJK = new Set(['zh', 'ja', 'ko', 'yue']);

/** Frequent in Indonesian, and words of neither English nor Filipino: `dapat`, `harap`, `tanggal` are not here. */
const INDONESIAN = new Set(
  (
    'tidak silakan silahkan dengan untuk dari adalah atau sudah belum harus mohon masukkan pilih kirim berhasil ' +
    'gagal kembali lanjutkan nomor kode pembayaran bayar jumlah rekening ponsel selesai ulangi terima ' +
    'kasih segera gunakan'
  ).split(' '),
);
/** Much faster than to part a text into words, and never blind to one of them. */
const MAYBE_INDONESIAN = new RegExp([...INDONESIAN].join('|'), 'iu');
const READ_BESIDE_INDONESIAN = new Set(['en', 'fil', 'tl', 'ceb', 'ilo', 'hil']);

/** Whether a text could look like another language's in some catalogue: of most texts there is no more to ask. */
export function mayBeForeign(text: string): boolean {
  return CJK.test(text) || MAYBE_INDONESIAN.test(text);
}

/**
 * What language a text looks like that is none of its catalogue's.
 *
 * @param language Of the catalogue: `fil-PH`.
 * @returns `Chinese, Japanese or Korean`, `Indonesian`, or undefined where nothing strikes.
 */
export function findForeignWords(text: string, language: string): string | undefined {
  const [family = ''] = language.split('-');
  if (!OF_CJK.has(family) && CJK.test(text)) return 'Chinese, Japanese or Korean';
  if (!READ_BESIDE_INDONESIAN.has(family) || !MAYBE_INDONESIAN.test(text)) return undefined;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => INDONESIAN.has(word)) ? 'Indonesian' : undefined;
}
