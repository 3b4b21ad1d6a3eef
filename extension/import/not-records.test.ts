import { expect, it } from 'vitest';
import { readDelimited } from './delimited.ts';
import { notRecordsOf } from './not-records.ts';

const apart = (text: string) => {
  const reading = readDelimited('a.csv', text);
  return reading.ok ? [...notRecordsOf(reading.source)].sort((one, other) => one - other) : null;
};

it.each([
  ['a total below its rows', 'Thing,Count,Price\nLamp,2,50\nCord,1,70\nTotal,3,120\n', [2]],
  [
    'a total with its tax and what is to be paid',
    'Thing;Preis\nLampe;50,00\nKabel;70,00\nZwischensumme:;120,00\nMwSt;22,80\nGesamtsumme;142,80\n',
    [2, 3, 4],
  ],
  [
    'sums of groups in between',
    'Thing,Price\nLamp,50\nCord,70\nSubtotal,120\nBulb,4\nNail,1\nSubtotal,5\nGrand total,125\n',
    [2, 5, 6],
  ],
  ['a mean below its rows', 'Town,May,June\nBern,10,20\nBasel,30,40\nAverage,20,30\n', [2]],
  ['a thing that is called so by its mean', 'Town,May\nBern,10\nBasel,30\nAverage Joe,21\n', []],
  ['sums without a word', 'Thing,Count,Price\nLamp,2,50\nCord,1,70\n,3,120\n', [2]],
  ['types below the names', 'name,price\n(text),(number)\nLamp,50\n', [0]],
  ['types of a database', 'name,price\nvarchar(20),int\nLamp,50\n', [0]],
  ['units below the names', 'Boat,Length,Weight\n,[m],[kg]\nTern,7,900\nSkua,9,1200\n', [0]],
  [
    'headings of groups',
    'Dish,Price,Size\nSoups,,\nLeek,6,S\nFish,9,M\nMains,,\nPie,14,L\nRoast,19,L\n',
    [0, 3],
  ],
  [
    'totals of groups by the name of each',
    'Place,Boats\nNorth quay,2\nNorth pier,3\nNorth total,5\nSouth quay,4\nSouth total,4\nGrand total,9\n',
    [2, 4, 5],
  ],
  ['a closing balance', 'Day,For,Amount\n2026-05-01,Tea,4\n2026-05-02,Pot,9\nClosing balance,,13\n', [2]],
  [
    'types with their size',
    'name,price,at\nVARCHAR(80),"DECIMAL(10, 2)",TIMESTAMP\nLamp,50,2026-05-01\n',
    [0],
  ],
  ['units below the names, without brackets', 'Boat,Length,Weight\n-,m,kg\nTern,7,900\nSkua,9,1200\n', [0]],
  ['a first record of which little is known', 'Boat,Length,Weight\n,?,900\nSkua,9,1200\nTern,7,80\n', []],
  ['headings beside their group', 'Pier,Boat,Berths\nNorth,,\n,Tern,4\n,Skua,6\nSouth,,\n,Gull,2\n', [0, 3]],
  ['remarks below an empty line', 'Thing,Price\nLamp,50\nCord,70\n\nAs of May\nSource: the ledger\n', [2, 3]],
  ['a last thing that is called so, of words alone', 'Fuel,Kind\nShell,diesel\nTotal,petrol\n', []],
  ['a thing that is called so', 'Fuel,Price\nTotal,3\nShell,4\n', []],
  ['a last row that is no sum', 'Thing,Count\nLamp,2\nCord,1\n,9\n', []],
  ['people of whom little is known', 'Name,Town,Phone\nAda,,\nBo,,\nCy,Bern,1\n', []],
  ['options that are names of types', 'name,kind\nage,number\nborn,date\n', []],
])('rows that are no records are told: %s', (_, text, rows) => {
  expect(apart(text)).toEqual(rows);
});
