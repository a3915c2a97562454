// The colours of the base map: calm, so that routes and stops stand out; text at least 4.5 : 1 against its ground.

export interface Palette {
  ground: string
  water: string
  landcover: Readonly<Record<string, string>>
  building: string
  buildingEdge: string
  boundary: string
  road: Readonly<Record<string, string>>
  roadEdge: string
  path: string
  rail: string
  placeText: string
  roadText: string
  waterText: string
  numberText: string
  halo: string
}

export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    ground: '#f4f2ee',
    water: '#b3d4ea',
    landcover: {
      wood: '#d3e4cb',
      grass: '#e0ebd3',
      park: '#d4e8c8',
      pitch: '#cde5cd',
      farm: '#eeecd9',
      wetland: '#d6e6dd',
      rock: '#e4e1dc',
      ice: '#eef5f8',
      sand: '#f1e9cf',
      urban: '#ebe8e3',
      industrial: '#e6e3e8',
      campus: '#efe8da',
    },
    building: '#dad5cd',
    buildingEdge: '#c6c0b6',
    boundary: '#a493ad',
    road: {
      motorway: '#f2b36d',
      trunk: '#f6c88b',
      primary: '#fadfa6',
      secondary: '#fdf0c2',
      tertiary: '#ffffff',
      minor: '#ffffff',
      pedestrian: '#f7f3f7',
      service: '#ffffff',
    },
    roadEdge: '#cfc9bf',
    path: '#b9a892',
    rail: '#a9a6a3',
    placeText: '#2f2d2a',
    roadText: '#55504a',
    waterText: '#2f6289',
    numberText: '#6a645c',
    halo: '#ffffff',
  },
  dark: {
    ground: '#1c1f24',
    water: '#1a4259',
    landcover: {
      wood: '#20332a',
      grass: '#242f29',
      park: '#22372b',
      pitch: '#213128',
      farm: '#292c25',
      wetland: '#1c2a29',
      rock: '#2b2e33',
      ice: '#2a3238',
      sand: '#2b2920',
      urban: '#262a30',
      industrial: '#2a2a33',
      campus: '#28261f',
    },
    building: '#363b43',
    buildingEdge: '#454b54',
    boundary: '#75688a',
    road: {
      motorway: '#8a6a3c',
      trunk: '#7b6240',
      primary: '#665843',
      secondary: '#554f45',
      tertiary: '#565b64',
      minor: '#4a4f58',
      pedestrian: '#454954',
      service: '#42474f',
    },
    roadEdge: '#14161a',
    path: '#565046',
    rail: '#565a61',
    placeText: '#e6e4df',
    roadText: '#b9b6b0',
    waterText: '#7fb2d6',
    numberText: '#9a968e',
    halo: '#14161a',
  },
}
