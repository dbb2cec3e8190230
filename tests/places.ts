/* Generated lists of places, as long as the official one and with its columns. Nothing in them is real. */

const SYLLABLES = [
  'ba',
  'ca',
  'da',
  'la',
  'ma',
  'na',
  'pa',
  'sa',
  'ta',
  'ya',
  'bo',
  'go',
  'lo',
  'po',
  'si',
  'ti',
];
/** Like the real list: regions, provinces, cities and municipalities; all others are barangays. */
const REGIONS = 17;
const PROVINCES = 82;
const CITIES = 1640;
/** One city has more than a person can look through, like the largest real one. */
const IN_THE_LARGEST = 900;

/** A different name for each number; names of barangays repeat, as real ones do. */
function nameOf(number: number, syllables: number): string {
  let rest = number;
  let name = '';
  for (let at = 0; at < syllables; at += 1) {
    name += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The same list for the same count.
 * @param count - Number of places of all levels.
 */
export function makePlaces(count: number): string {
  const lines = ['10-digit PSGC,Name,Geographic Level'];
  const region = (number: number) => String(number + 1).padStart(2, '0');
  for (let at = 0; at < REGIONS; at += 1) {
    lines.push(`${region(at)}00000000,Region ${nameOf(at, 3)},Reg`);
  }
  const provinces = Array.from({ length: PROVINCES }, (_, at) => {
    const code = region(at % REGIONS) + String(Math.floor(at / REGIONS) + 1).padStart(3, '0');
    lines.push(`${code}00000,"${nameOf(at + 500, 3)} (province)",Prov`);
    return code;
  });
  const cities = Array.from({ length: CITIES }, (_, at) => {
    const code = provinces[at % PROVINCES] + String(Math.floor(at / PROVINCES) + 1).padStart(2, '0');
    lines.push(`${code}000,${nameOf(at * 7 + 3000, 4)},${at % 11 === 0 ? 'City' : 'Mun'}`);
    return code;
  });
  const inCity = new Map<string, number>();
  for (let at = 0; lines.length - 1 < count; at += 1) {
    const city = at < IN_THE_LARGEST ? cities[0] : cities[1 + (at % (CITIES - 1))];
    const number = (inCity.get(city ?? '') ?? 0) + 1;
    inCity.set(city ?? '', number);
    lines.push(`${city}${String(number).padStart(3, '0')},${nameOf(at % 6000, 5)},Bgy`);
  }
  return lines.join('\n');
}
