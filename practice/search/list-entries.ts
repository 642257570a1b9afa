/** Entries of the invented lists; the table in README.md lists the names to search for and the result of each. */
import { type ListEntry, onList } from './lists.ts';

export const listEntries: readonly ListEntry[] = [
  onList('PRACTICA-SANCIONES', ['QUIROGA BELTRÁN EVARISTO', 'Evaristo Quiroga Beltrán'], {
    n_identificacion: ['79555001'],
    ciudadania: ['CO'],
    detalle: ['Sancionado por la autoridad inventada de práctica.', 'Resolución de práctica 001 de 2021.'],
  }),
  onList('PRACTICA-CONGELADOS', ['Evaristo Quiroga'], {
    n_identificacion: ['79.555.001'],
    estado: 'VIGENTE',
    pais: ['Panamá', 'Colombia'],
  }),
  onList('PRACTICA-SANCIONES', ['MUÑOZ PEÑA CARLOS ANDRÉS'], { n_identificacion: ['80111222'], ciudadania: ['CO'] }),
  onList('PRACTICA-LAVADO', ['Bartolomé Ocampo Zuluaga'], {
    alias: ['El Turpial Negro', 'Ramiro Peláez Ñungo'],
    n_identificacion: ['1700333444'],
    pais: ['Ecuador'],
  }),
  onList('PRACTICA-SANCIONES', ['Ludmila Orlova Castañeda'], { pasaporte: ['PX7744120'], pais: ['Cuba'], ciudadania: ['CU'] }),
  onList('PRACTICA-PEP', ['PEÑALOZA RÍOS MARÍA JOSÉ', 'María José Peñaloza Ríos'], {
    n_identificacion: ['52888777'],
    detalle: ['Ministra de práctica de Asuntos Inventados, 2019-2023.'],
    estado: null,
    relacionado: "['Íñigo Güiza Ríos', 'Fundación de Práctica «Año Nuevo»']",
  }),
  onList('PRACTICA-PEP', ['Íñigo Güiza Ríos'], { n_identificacion: ['10101999'], relacionado: '["María José Peñaloza Ríos"]' }),
  { lista: ['PRACTICA-INHABILITADOS'], nombre_apellido: ['Teodolinda Arce'] },
  onList('PRACTICA-SANCIONES', ['Nicanor Alcázar Montúfar', 'ALCAZAR MONTUFAR NICANOR', 'Nikanor Alkazar'], {
    lista: ['PRACTICA-SANCIONES', 'PRACTICA-LAVADO'],
    categoria: ['Sanciones', 'Lavado de activos'],
    nombre_relacion_lista: ['Lista de práctica de sanciones financieras', 'Lista de práctica de condenas por lavado de activos'],
    id_relacion_lista: ['901', '905'],
    pais: ['México', 'España', 'Perú'],
    detalle: ['Primera nota de práctica.', 'Segunda nota: «con comillas», y una línea\nque se parte.'],
    estado1: 'EN APELACIÓN',
    estado2: null,
    estado3: 'REVISADO EN 2024',
    relacionado: "['Comercializadora El Cóndor Dorado S.A.S.', 'Evaristo Quiroga Beltrán']",
    pasaporte: ['AB1234567'],
    pasaporte2: ['CD7654321', 'EF0000001'],
    n_identificacion: ['0912345678'],
    n_identificacion2: ['ALMN700101HDF', '45-678-90'],
    ciudadania: ['MX', 'ES'],
    alias: ['El Arquitecto de Práctica', 'Nico Montúfar'],
  }),
  onList('PRACTICA-INHABILITADOS', ['Comercializadora El Cóndor Dorado S.A.S.', 'EL CONDOR DORADO SAS'], {
    n_identificacion: ['900123456-7'],
    detalle: ['Empresa inventada, inhabilitada para contratar hasta 2030.'],
  }),
  onList('PRACTICA-PEP', ['Aurelio Benavides Tocarruncho'], { n_identificacion: ['19444555'] }),
  onList('PRACTICA-LAVADO', ['Graciela Ñáñez Villota'], { n_identificacion: ['27333111'], nivel_riesgo: 'ALTO' }),
  onList('PRACTICA-PEP', ['Otilia Callejas Bermeo'], { n_identificacion: ['31777666'] }),
];
