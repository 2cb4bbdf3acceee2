import { checkCasts } from './casts.ts'
import { checkCircles } from './circles.ts'
import { checkJsx, checkRefs } from './components.ts'
import { checkDates } from './dates.ts'
import { checkDocumentEnglish, checkEnglish } from './english.ts'
import { checkErrorCodes, codesOf } from './error-codes.ts'
import { checkExports, importedNames } from './exports.ts'
import { checkFaces } from './faces.ts'
import { checkGuarded, guardedFunctions } from './guarded.ts'
import {
  checkDeps,
  checkEnv,
  checkLeftovers,
  checkOtherLeftovers,
  checkTests,
  checkTransactions,
} from './habits.ts'
import { checkImports, checkPurity } from './imports.ts'
import { checkInnerRooms } from './inner-rooms.ts'
import { checkPaths, checkReadmes, checkReExports, checkTypeNames } from './kinds.ts'
import { checkMechanism } from './mechanism.ts'
import { checkPackages } from './packages.ts'
import { isScreen, isWebClient, kindOf } from './rooms.ts'
import { functionsOf } from './shape.ts'
import { checkSizes } from './sizes.ts'
import { type Files, readSources, type Source, type Violation } from './source.ts'
import {
  checkReads,
  checkSqlFunctions,
  checkSqlPlace,
  checkTables,
  checkWrites,
  sqlFunctions,
  tablesOf,
} from './sql.ts'
import { readsOf, writesOf } from './statements.ts'

/** Returns every violation of a rule in the tree. */
export function checkTidy(files: Files): Violation[] {
  const sources = readSources(files)
  const imported = importedNames(sources)
  const guarded = guardedFunctions(sources)
  return [
    ...checkPaths(files),
    ...checkReadmes(files),
    ...checkDocumentEnglish(files),
    ...checkTables(files),
    ...checkOtherLeftovers(files),
    ...checkCircles(sources),
    ...checkErrorCodes(sources),
    ...checkFaces(sources, files),
    ...checkInnerRooms(sources, files),
    ...checkPackages(sources, files),
    ...sources.flatMap((source) => [
      ...checkSource(source),
      ...checkSqlFunctions(source),
      ...checkExports(source, imported),
      ...checkGuarded(source, guarded),
    ]),
  ]
}

function checkSource(source: Source): Violation[] {
  if (source.error !== null) {
    return [{ rule: 'parse', path: source.path, line: 1, message: source.error }]
  }
  return [
    checkImports,
    checkPurity,
    checkReExports,
    checkTypeNames,
    checkSqlPlace,
    checkReads,
    checkWrites,
    checkCasts,
    checkDates,
    checkSizes,
    checkEnv,
    checkTransactions,
    checkDeps,
    checkLeftovers,
    checkEnglish,
    checkTests,
    checkMechanism,
    checkRefs,
    checkJsx,
  ].flatMap((check) => check(source))
}

/**
 * Counts the files, statements and imports that the checks have read, because a check that reads
 * nothing finds no fault.
 */
export function survey(files: Files) {
  const sources = readSources(files)
  const product = sources.filter(({ path }) => path.startsWith('src/'))
  const count = (of: (source: Source) => readonly unknown[]) => product.flatMap(of).length
  return {
    files: files.size,
    sources: product.length,
    tests: sources.filter(({ path }) => path.includes('.test.')).length,
    imports: count(({ imports }) => imports.filter(({ target }) => target !== null)),
    functions: count(functionsOf),
    browser: product.filter(({ path }) => isScreen(path) || isWebClient(path)).length,
    rules: product.filter(({ path }) => kindOf(path) === 'rules').length,
    sqlFunctions: count(sqlFunctions),
    reads: count(readsOf),
    writes: count(writesOf),
    tables: tablesOf(files).length,
    errorCodes: count(codesOf),
    guarded: guardedFunctions(sources).size,
  }
}
